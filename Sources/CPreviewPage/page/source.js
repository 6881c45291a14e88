import { make } from './page.js'

/** The most lines that are shown; more would make the page slow. */
const MOST_LINES = 5_000
/** The worst comes first. */
const SEVERITIES = ['error', 'warning', 'note']

/** The text of a chart with line numbers, in which the ranges of findings are marked. */
export class Source {
  constructor(element) {
    this.element = element
    this.first = 1
  }

  /**
   * Shows a chart. The lines that were revealed stay marked, and the line with the focus keeps it.
   *
   * @param {{ summary: { path: string }, source: string[], findings: object[] }} chart
   * @param {number} line is among those that are shown
   */
  show(chart, line = this.first) {
    if (this.chart?.summary.path !== chart.summary.path) this.revealed = undefined
    this.chart = chart
    const { source, findings } = chart
    const { activeElement } = document
    const focused = this.element.contains(activeElement) ? activeElement.dataset.line : undefined
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
    this.mark()
    if (focused) this.focus(focused)
    this.element.scrollTop = scrollTop
  }

  /** Scrolls to lines and marks them. */
  reveal(line, endLine = line) {
    if (line < this.first || line >= this.first + MOST_LINES) this.show(this.chart, line)
    this.revealed = { line, endLine }
    this.mark()
    this.item(line)?.scrollIntoView({ block: endLine - line > 12 ? 'start' : 'center', inline: 'start' })
    // What was pressed is hidden now.
    this.focus(line)
  }

  /** Marks the lines that were revealed. */
  mark() {
    const { line, endLine } = this.revealed ?? {}
    for (const each of this.element.querySelectorAll('li')) {
      each.classList.toggle('current', each.value >= line && each.value <= endLine)
      if (each.value === line) each.setAttribute('aria-current', 'true')
      else each.removeAttribute('aria-current')
    }
  }

  focus(line) {
    this.item(line)?.setAttribute('tabindex', '-1')
    this.item(line)?.focus({ preventScroll: true })
  }

  /** The element of a line. */
  item(line) { return this.element.querySelectorAll('li')[line - this.first] }
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
  const { length } = characters
  // A range at the end of a line has no character of its own.
  if (marks.some(({ start }) => start >= length)) characters.push(' ')
  const ranges = marks.map(({ start, end, severity }) => {
    const first = Math.min(start, length)
    return { first, last: Math.max(Math.min(end, length), first + 1), severity }
  })
  // Findings may overlap. What several ones cover has the color of the worst.
  const ends = new Set([0, characters.length, ...ranges.flatMap(({ first, last }) => [first, last])])
  const borders = [...ends].sort((left, right) => left - right)
  return borders.slice(1).map((end, index) => {
    const piece = characters.slice(borders[index], end).join('')
    const covering = ranges.filter(({ first, last }) => first < end && last >= end).map(({ severity }) => severity)
    const worst = SEVERITIES.find((each) => covering.includes(each))
    return worst ? make('mark', { class: worst }, piece) : piece
  })
}
