
// The chart of growth: everything alive at each mark, the leaking sites as layers on top of the rest.
(() => {
  const place = byId('chart');
  if (!place) return;
  const { source, lanes } = JSON.parse(byId('chart-data').textContent);
  // A leak of a few large tensors among many small ones is seen in memory alone.
  const leakedShare = (lane, unit) =>
    lane.layers.reduce((sum, layer) => sum + (layer.leaks ? layer[unit].at(-1) : 0), 0) / Math.max(1, lane[unit].at(-1));
  const isSeen = leakedShare(lanes[0], 'tensors') > 0.25 || leakedShare(lanes[0], 'bytes') <= 0.25;
  const state = { lane: 0, unit: isSeen ? 'tensors' : 'bytes', at: null };

  // Numbers
  const grouped = (n) => n.toLocaleString('en-US');
  const UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'];
  const bytes = (n) => {
    let unit = 0;
    let size = n;
    for (; size >= 1024 && unit + 1 < UNITS.length; unit += 1) size /= 1024;
    return `${size.toLocaleString('en-US', { maximumFractionDigits: 1 })} ${UNITS[unit]}`;
  };
  const inWords = (n) => (state.unit === 'bytes' ? bytes(n) : grouped(n));

  // The smallest round step that needs at most `most` of them; of bytes in powers of 1024.
  const stepFor = (top, most) => {
    const base = state.unit === 'bytes' ? 1024 ** Math.floor(Math.log(Math.max(top, 1)) / Math.log(1024)) : 1;
    const least = top / base / most;
    const power = 10 ** Math.floor(Math.log10(Math.max(least, 1e-9)));
    const step = [1, 2, 5, 10].map((n) => n * power).find((n) => n >= least * 0.999999);
    return Math.max(step * base, 1);
  };
  const ticks = (top, most) => {
    const step = stepFor(top, most);
    const count = Math.floor(top / step) + 1;
    return Array.from({ length: count + 1 }, (_, i) => i * step);
  };
  const frameStep = (first, last, most) => {
    const least = Math.max(1, (last - first) / most);
    const power = 10 ** Math.floor(Math.log10(least));
    return Math.max(1, [1, 2, 5, 10].map((n) => n * power).find((n) => n >= least));
  };
  const frameTicks = (first, last, step) => {
    const result = [];
    for (let at = Math.ceil(first / step) * step; at <= last; at += step) result.push(at);
    return result;
  };

  // What a frame is called, by what made the frames.
  const UNMARKED = { found: 'found frame', chosen: 'chosen frame', time: 'slice' };
  const isMarked = !(source in UNMARKED);
  const frameWord = isMarked ? 'frame' : UNMARKED[source];

  // Layers from the bottom up: what is not drawn alone, then the worst last, so that it is on top.
  const layersOf = (lane) => {
    const alone = [...lane.layers].reverse();
    const rest = (unit) =>
      lane[unit].map((n, i) => Math.max(0, n - alone.reduce((sum, layer) => sum + layer[unit][i], 0)));
    const other = { name: alone.length ? 'everything else' : 'everything', kind: 'rest', tensors: rest('tensors'), bytes: rest('bytes') };
    for (const layer of alone) layer.kind = `${layer.leaks ? 'hot' : 'cool'}-${layer.color}`;
    return [other, ...alone].filter((layer) => layer.tensors.some((n) => n > 0));
  };

  // SVG
  const svg = (tag, attributes = {}, ...children) => {
    const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.append(...children);
    return element;
  };
  const path = (points) => points.map(([x, y], i) => `${i ? 'L' : 'M'}${x.toFixed(1)},${y.toFixed(1)}`).join('');

  const plot = make('div', { className: 'plot' });
  const legend = make('ul', { className: 'legend' });
  const at = make('p', { className: 'at' });
  const axisTitle = make('p', { className: 'axis-title', id: 'chart-axis' });
  let scale = null;

  const draw = () => {
    const lane = lanes[state.lane];
    const layers = layersOf(lane);
    const width = Math.max(240, plot.clientWidth);
    const height = plot.clientHeight;
    const top = Math.max(1, ...lane[state.unit]);
    const values = ticks(top, 4);
    const left = Math.max(...values.map((n) => inWords(n).length)) * 7.2 + 12;
    const edge = { left, right: width - 12, top: 10, bottom: height - 28 };
    const first = lane.marks[0];
    const last = lane.marks.at(-1);
    const x = (mark) => edge.left + ((mark - first) / Math.max(1, last - first)) * (edge.right - edge.left);
    const y = (n) => edge.bottom - (n / values.at(-1)) * (edge.bottom - edge.top);
    scale = { lane, layers, x, y, edge };

    const axis = svg('g', { class: 'axis' });
    for (const n of values) {
      axis.append(svg('line', { x1: edge.left, x2: edge.right, y1: y(n), y2: y(n) }));
      axis.append(svg('text', { x: edge.left - 8, y: y(n) + 4, 'text-anchor': 'end' }, inWords(n)));
    }
    for (const mark of frameTicks(first, last, frameStep(first, last, Math.max(2, Math.floor(width / 110))))) {
      axis.append(svg('text', { x: x(mark), y: edge.bottom + 22, 'text-anchor': 'middle' }, grouped(mark)));
    }

    // Where frames begin: what the program marked is a tick, what it did not a broken line through all.
    const apart = isMarked ? 6 : 14;
    const step = frameStep(first, last, Math.max(2, (edge.right - edge.left) / apart));
    const boundaries = svg('g', { class: isMarked ? 'boundaries marked' : 'boundaries' });
    for (const mark of frameTicks(first, last, step)) {
      boundaries.append(svg('line', { x1: x(mark), x2: x(mark), y1: isMarked ? edge.bottom : edge.top, y2: edge.bottom + 6 }));
    }
    axisTitle.textContent = lane.axis;
    scale.boundary = isMarked ? '' : `a ${frameWord} begins${step > 1 ? `; one line for every ${grouped(step)}` : ''}`;

    const areas = svg('g');
    let below = lane.marks.map(() => 0);
    for (const layer of layers) {
      const above = below.map((n, i) => n + layer[state.unit][i]);
      const up = lane.marks.map((mark, i) => [x(mark), y(above[i])]);
      const back = lane.marks.map((mark, i) => [x(mark), y(below[i])]).reverse();
      areas.append(svg('path', { class: `area ${layer.kind}`, d: `${path([...up, ...back])}Z` }));
      below = above;
    }
    const total = svg('path', { class: 'total', d: path(lane.marks.map((mark, i) => [x(mark), y(lane[state.unit][i])])) });
    const cursor = svg('line', { class: 'cursor', y1: edge.top, y2: edge.bottom });
    const dot = svg('circle', { class: 'dot', r: 4 });
    const image = svg('svg', { viewBox: `0 0 ${width} ${height}`, 'aria-hidden': 'true' }, axis, areas, boundaries, total, cursor, dot);
    plot.replaceChildren(image);
    scale.cursor = cursor;
    scale.dot = dot;
    read();
  };

  // The values at one mark, the last where none is chosen.
  const read = () => {
    const { lane, layers, x, y, cursor, dot, boundary } = scale;
    const i = state.at ?? lane.marks.length - 1;
    const frames = lane.marks[i];
    const where = frames === 0 ? `before the first ${frameWord}` : `after ${grouped(frames)} ${frameWord}${frames === 1 ? '' : 's'}`;
    at.textContent = where;
    cursor.setAttribute('x1', x(frames));
    cursor.setAttribute('x2', x(frames));
    cursor.setAttribute('visibility', state.at === null ? 'hidden' : 'visible');
    dot.setAttribute('cx', x(frames));
    dot.setAttribute('cy', y(lane[state.unit][i]));
    const entry = (kind, name, n) =>
      make('li', { className: kind }, make('span', { className: kind === 'all' ? 'swatch line-swatch' : 'swatch' }),
        make('span', { className: 'who', title: name }, name), make('span', { className: 'amount' }, inWords(n)));
    legend.replaceChildren(
      entry('all', `all ${state.unit === 'bytes' ? 'memory' : 'tensors'}`, lane[state.unit][i]),
      ...[...layers].reverse().map((layer) => entry(layer.kind, layer.name, layer[state.unit][i])));
    if (boundary) {
      legend.append(make('li', { className: 'boundary' }, make('span', { className: 'swatch' }), make('span', { className: 'who' }, boundary)));
    }
    plot.setAttribute('aria-valuemax', lane.marks.length - 1);
    plot.setAttribute('aria-valuenow', i);
    plot.setAttribute('aria-valuetext', `${where}: ${inWords(lane[state.unit][i])} ${state.unit === 'bytes' ? '' : 'tensors'} alive`);
  };

  // Choosing a mark, by pointer or by keys
  const choose = (i) => {
    const most = scale.lane.marks.length - 1;
    state.at = i === null ? null : Math.min(most, Math.max(0, i));
    read();
  };
  const nearest = (clientX) => {
    const { lane, edge } = scale;
    const box = plot.getBoundingClientRect();
    const share = (clientX - box.left - edge.left) / (edge.right - edge.left);
    const mark = lane.marks[0] + share * (lane.marks.at(-1) - lane.marks[0]);
    let best = 0;
    lane.marks.forEach((candidate, i) => {
      if (Math.abs(candidate - mark) < Math.abs(lane.marks[best] - mark)) best = i;
    });
    return best;
  };
  plot.addEventListener('pointermove', (event) => choose(nearest(event.clientX)));
  plot.addEventListener('pointerdown', (event) => choose(nearest(event.clientX)));
  plot.addEventListener('pointerleave', () => choose(null));
  plot.addEventListener('keydown', (event) => {
    const most = scale.lane.marks.length - 1;
    const now = state.at ?? most;
    const page = Math.max(1, Math.round(most / 10));
    const moves = { ArrowLeft: now - 1, ArrowDown: now - 1, ArrowRight: now + 1, ArrowUp: now + 1, PageDown: now - page, PageUp: now + page, Home: 0, End: most };
    if (!(event.key in moves)) return;
    event.preventDefault();
    choose(moves[event.key]);
  });
  Object.assign(plot, { tabIndex: 0, role: 'slider' });
  plot.setAttribute('aria-label', 'Mark whose populations are shown');
  plot.setAttribute('aria-describedby', axisTitle.id);
  plot.setAttribute('aria-valuemin', 0);

  // Tensors or bytes; which lane
  const choice = (value, name) => {
    const input = make('input', { type: 'radio', name: 'unit', value, checked: value === state.unit });
    input.addEventListener('change', () => {
      state.unit = value;
      draw();
    });
    return make('label', {}, input, make('span', {}, name));
  };
  const unit = make('div', { className: 'switch', role: 'radiogroup' }, choice('tensors', 'Tensors'), choice('bytes', 'Memory'));
  unit.setAttribute('aria-label', 'What is drawn');
  const controls = make('div', { className: 'controls' }, unit);
  if (lanes.length > 1) {
    const select = make('select', {}, ...lanes.map((lane, i) => make('option', { value: i }, lane.name || 'default lane')));
    select.setAttribute('aria-label', 'Lane');
    select.addEventListener('change', () => {
      state.lane = Number(select.value);
      state.at = null;
      draw();
    });
    controls.append(select);
  }
  controls.append(at);
  place.append(controls, plot, axisTitle, legend);
  draw();
  new ResizeObserver(() => {
    if (scale && Math.abs(plot.clientWidth - scale.edge.right - 12) > 1) draw();
  }).observe(plot);
  addEventListener('beforeprint', draw);
})();
