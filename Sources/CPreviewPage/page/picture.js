import { make, updateChildren } from './page.js'

/** The view in the middle: pictures whose cards can be selected, or the reference. */
export class Picture {
  /**
   * @param {HTMLElement} element
   * @param {(state: string, byKey: boolean) => void} onSelect
   */
  constructor(element, onSelect) {
    this.element = element
    this.onSelect = onSelect
    this.states = []
    /** Classes of cards by the ids of their states. */
    this.marks = new Map()
    element.addEventListener('click', (event) => {
      const link = event.target.closest('a[href^="#"]')
      const state = this.stateOf(link ? this.target(link) : event.target)
      if (link) event.preventDefault()
      if (!state) return
      if (link) this.reveal(state, true)
      onSelect(state, false)
    })
    element.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' && event.key !== ' ' || !event.target.matches('.state')) return
      event.preventDefault()
      onSelect(this.stateOf(event.target), true)
    })
  }

  target(link) { return document.getElementById(decodeURIComponent((link.getAttribute('href')).slice(1))) }

  /** The id of the state whose card or section holds an element. */
  stateOf(element) {
    const card = element?.closest('[data-state]')
    return card && this.element.contains(card) ? card.dataset.state : undefined
  }

  /** Shows a view of the server. */
  show(view, states, before = []) {
    this.states = states
    const content = make('div')
    content.append(...before)
    for (const { title, svg } of view.pictures) {
      if (title) content.append(make('h3', {}, title))
      content.append(make('div.scroll', {}, parsed(svg)))
    }
    if (view.html) content.append(make('div.prose', {}, ...new DOMParser().parseFromString(view.html, 'text/html').body.childNodes))
    if (view.note) content.append(make('p.empty', {}, view.note))
    const ids = new Map(states.map(({ anchor, id }) => [anchor, id]))
    for (const part of content.querySelectorAll('[id]')) {
      const state = ids.get(part.id.replace(/^(sheet|reference|screens-\d+)-/, ''))
      if (state === undefined) continue
      part.dataset.state = state
      if (part.matches('.state')) part.setAttribute('tabindex', '0')
    }
    this.mark(content)
    // Buttons of the part before have listeners, which a comparison would not see.
    if (before.length || this.element.querySelector('.changes')) this.element.replaceChildren(...content.childNodes)
    else updateChildren(this.element, content)
  }

  /** Sets which cards have a class. */
  setMarks(name, states) {
    this.marks.set(name, new Set(states))
    this.mark()
  }

  mark(root = this.element) {
    for (const card of root.querySelectorAll('.state[data-state]')) {
      for (const [name, states] of this.marks) card.classList.toggle(name, states.has(card.dataset.state))
    }
  }

  /** Scrolls to the card or section of a state. */
  reveal(state, focuses = false) {
    const card = [...this.element.querySelectorAll('[data-state]')].find((each) => each.dataset.state === state)
    if (!card) return
    const box = card.querySelector(':scope > .box, :scope > text') ?? card
    const { scrollLeft } = this.element
    box.scrollIntoView({ block: focuses ? 'center' : 'nearest', inline: 'nearest' })
    // On a phone, a card is wider than the view. Its beginning is visible where the person was.
    if (box.getBoundingClientRect().width > this.element.clientWidth) this.element.scrollLeft = scrollLeft
    if (focuses && card.matches('.state')) card.focus({ preventScroll: true })
  }
}

/**
 * An SVG as an element. It comes from the server, which escapes all texts, and no script runs in it. As a part of HTML, a
 * large picture is parsed sooner than as XML.
 */
function parsed(svg) {
  const template = document.createElement('template')
  template.innerHTML = svg
  return template.content.firstElementChild
}
