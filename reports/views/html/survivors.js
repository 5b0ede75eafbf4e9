
// The table of survivors: sorted by a click on a heading, filtered by label and by words.
(() => {
  const table = byId('survivors-table');
  if (!table) return;
  const body = byId('survivor-rows');
  const headings = [...table.querySelectorAll('th')];
  const label = byId('filter-label');
  const words = byId('filter-text');
  const count = byId('filter-count');
  const rows = () => [...body.querySelectorAll(':scope > tr')];

  const value = (row, column, isNumber) => {
    const cell = row.cells[column];
    return isNumber ? Number(cell.dataset.value) : cell.textContent;
  };
  const sort = (heading) => {
    showAll(body);
    const column = headings.indexOf(heading);
    const isNumber = heading.dataset.kind === 'number';
    const now = heading.getAttribute('aria-sort');
    const first = isNumber && column > 0 ? 'descending' : 'ascending';
    const other = first === 'ascending' ? 'descending' : 'ascending';
    const order = now === first ? other : first;
    for (const each of headings) each.removeAttribute('aria-sort');
    heading.setAttribute('aria-sort', order);
    const sign = order === 'ascending' ? 1 : -1;
    const sorted = rows()
      .map((row) => [value(row, column, isNumber), row])
      .sort(([a], [b]) => sign * (isNumber ? a - b : a.localeCompare(b)));
    body.append(...sorted.map(([, row]) => row));
  };
  for (const heading of headings) {
    const button = make('button', { type: 'button' }, heading.textContent);
    button.addEventListener('click', () => sort(heading));
    heading.replaceChildren(button);
  }
  headings[0].setAttribute('aria-sort', 'ascending');

  const filter = () => {
    const named = label.selectedIndex > 0 ? label.value : '';
    if (named || words.value) showAll(body);
    const wanted = words.value.trim().toLowerCase();
    const all = rows();
    for (const row of all) {
      const fits = !named || row.dataset.label === named;
      row.hidden = !(fits && row.textContent.toLowerCase().includes(wanted));
    }
    const shown = all.filter((row) => !row.hidden).length;
    count.textContent = named || wanted
      ? `${shown.toLocaleString('en-US')} of ${all.length.toLocaleString('en-US')} groups`
      : '';
  };
  label.addEventListener('change', filter);
  words.addEventListener('input', filter);
})();
