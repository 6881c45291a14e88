import { make } from './page.js'

const WIDTH = 132
const ROW = 34
const HEAD = 46
/** More rows make the picture slow and are of no use. */
const MOST_ROWS = 1_000

/**
 * Draws what went between the app, the flow and its services.
 *
 * @param {{ id: string, title: string }[]} lanes
 * @param {{ messages: object[], words: string }[]} steps
 */
export function sequence(lanes, steps) {
  const messages = steps.flatMap(({ messages }) => messages).slice(-MOST_ROWS)
  const centers = new Map(lanes.map(({ id }, index) => [id, index * WIDTH + WIDTH / 2]))
  const height = HEAD + messages.length * ROW + 12
  const svg = draw('svg', {
    class: 'sim-sequence', width: lanes.length * WIDTH, height, viewBox: `0 0 ${lanes.length * WIDTH} ${height}`,
    role: 'img', 'aria-label': `Sequence diagram of ${messages.length} messages. The list says the same in words.`,
  })
  for (const { id, title } of lanes) {
    const x = centers.get(id)
    svg.append(
      draw('line', { class: 'lane', x1: x, x2: x, y1: HEAD - 10, y2: height }),
      draw('rect', { class: 'head', x: x - WIDTH / 2 + 4, y: 4, width: WIDTH - 8, height: HEAD - 14, rx: 5 }),
      text(x, HEAD / 2 + 1, title, WIDTH - 16, 'title'))
  }
  messages.forEach(({ kind, from, to, words }, index) => {
    const y = HEAD + index * ROW + 24
    const [start, end] = [centers.get(from), centers.get(to)]
    if (start === end) {
      const width = Math.min(WIDTH * 1.6, 14 + words.length * 6.4)
      const x = Math.max(start, width / 2 + 2)
      svg.append(draw('g', { class: `note ${kind}` },
        draw('rect', { x: x - width / 2, y: y - 16, width, height: 22, rx: 11 }), text(x, y - 1, words, width - 8, 'words')))
      return
    }
    const right = end > start
    const tip = right ? end - 2 : end + 2
    svg.append(draw('g', { class: `message ${kind}` },
      draw('path', { class: 'arrow', d: `M${start} ${y}H${tip}` }),
      draw('path', { class: 'tip', d: right ? `M${tip} ${y}l-8 -4v8z` : `M${tip} ${y}l8 -4v8z` }),
      text((start + end) / 2, y - 5, words, Math.abs(end - start) - 16, 'words')))
  })
  return make('div.scroll.sim-scroll', { tabindex: 0, role: 'group', 'aria-label': 'Sequence diagram' }, svg)
}

function draw(name, attributes, ...children) {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name)
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
  element.append(...children)
  return element
}

/** A text in the middle of a place, shortened to fit; the whole text is its tooltip. */
function text(x, y, words, width, name) {
  const most = Math.max(4, Math.floor(width / 6.3))
  const shown = words.length > most ? `${words.slice(0, most - 1)}…` : words
  const element = draw('text', { class: name, x, y, 'text-anchor': 'middle' }, shown)
  if (shown !== words) {
    const title = draw('title', {}, words)
    element.append(title)
  }
  return element
}
