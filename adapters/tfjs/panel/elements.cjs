'use strict';

const HTML = 'http://www.w3.org/1999/xhtml';
const SVG = 'http://www.w3.org/2000/svg';

/** Makes the elements of a panel, in pages of any kind. Words go in as text alone. */
class Elements {
  constructor(document) {
    this.document = document;
  }

  /** @param {Record<string, string>} attributes @param {(Element|string)[]} children */
  html(name, attributes = {}, ...children) {
    return this.fill(this.document.createElementNS(HTML, name), attributes, children);
  }

  svg(name, attributes = {}, ...children) {
    return this.fill(this.document.createElementNS(SVG, name), attributes, children);
  }

  fill(element, attributes, children) {
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.append(...children);
    return element;
  }

  /** A button that is a drawing, with a name for those who do not see it. */
  drawn(className, name, path) {
    const drawing = this.svg('svg', { viewBox: '0 0 16 16', 'aria-hidden': 'true' }, this.svg('path', { d: path }));
    return this.html('button', { type: 'button', class: className, 'aria-label': name, title: name }, drawing);
  }
}

/** Writes only what is new: what is written is laid out again. */
function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

module.exports = { Elements, write };
