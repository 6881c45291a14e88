import { make } from './page.js'

/** The most lines that are shown; more would make the page slow. */
const MOST_LINES = 5_000

/** The text of a chart with line numbers, in which the ranges of findings are marked. */
export class Source {
  constructor(element) {
    this.element = element
    this.first = 1
  }

  /**
   * @param {{ source: string[], findings: object[] }} chart
   * @param {number} line is among those that are shown
   */
  show(chart, line = this.first) {
    this.chart = chart
    const { source, findings } = chart
    this.first = source.length <= MOST_LINES ? 1 : Math.max(1, Math.min(line - MOST_LINES / 2, source.length - MOST_LINES + 1))
    const shown = source.slice(this.first - 1, this.first - 1 + MOST_LINES)
    const ranges = new Map()
    for (const { place, severity } of findings) {
      for (let number = place.line; number <= place.endLine && number < place.line + 100; number++) {
        const start = number === place.line ? place.column - 1 : 0
        const end = number === place.endLine ? place.endColumn - 1 : Infinity
        ranges.set(number, [...(ranges.get(number) ?? []), { start, end, severity }])
      }
    }
    const { scrollTop } = this.element
    this.element.replaceChildren(code(shown, this.first, ranges))
    if (shown.length < source.length) {
      this.element.prepend(make('p.empty', {}, `Lines ${this.first} to ${this.first + shown.length - 1} of ${source.length}.`))
    }
    this.element.scrollTop = scrollTop
  }

  /** Scrolls to lines and marks them. */
  reveal(line, endLine = line) {
    if (line < this.first || line >= this.first + MOST_LINES) this.show(this.chart, line)
    const lines = [...this.element.querySelectorAll('li')]
    lines.forEach((each, index) => {
      const isShown = index + this.first >= line && index + this.first <= endLine
      each.classList.toggle('current', isShown)
      if (isShown && index + this.first === line) each.setAttribute('aria-current', 'true')
      else each.removeAttribute('aria-current')
    })
    const first = lines[line - this.first]
    first?.scrollIntoView({ block: endLine - line > 12 ? 'start' : 'center', inline: 'start' })
    // What was pressed is hidden now.
    first?.setAttribute('tabindex', '-1')
    first?.focus({ preventScroll: true })
  }
}

/**
 * Lines with their numbers.
 *
 * @param {string[]} lines
 * @param {number} first the number of the first line
 * @param {Map<number, { start: number, end: number, severity: string }[]>} ranges in characters, by the line
 */
export function code(lines, first, ranges = new Map()) {
  const list = make('ol.code', { start: first })
  list.append(...lines.map((text, index) => {
    const number = index + first
    const marks = ranges.get(number)
    return make('li', { 'data-line': number, value: number }, ...(marks ? marked(text, marks) : [text]))
  }))
  return list
}

function marked(text, marks) {
  const characters = /^[\x20-\x7e]*$/.test(text)
    ? [...text] : [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment)
  const result = []
  let position = 0
  for (const { start, end, severity } of marks.sort((left, right) => left.start - right.start)) {
    if (start < position) continue
    const last = Math.min(Math.max(end, start + 1), characters.length)
    result.push(characters.slice(position, start).join(''))
    // A range at the end of a line has no character of its own.
    result.push(make('mark', { class: severity }, characters.slice(start, last).join('') || ' '))
    position = Math.max(last, start)
  }
  return [...result, characters.slice(position).join('')]
}
