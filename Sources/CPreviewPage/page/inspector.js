import { counted, make, updateChildren } from './page.js'

/** How many steps the list shows before and after the one that is shown. */
const MOST_ROWS = 100
/** How long what is loaded is shown at least, in milliseconds. */
const PAUSE = 250

/**
 * Shows what the sessions of running apps do in a chart.
 *
 * @param {HTMLElement} element where it is shown
 * @param {object} options
 * @param {(method: string, route: string, query?: object) => Promise<object>} options.api
 * @param {(states: string[], visited: string[]) => void} options.onHighlight marks states in the picture, by their ids
 * @param {(path: string) => void} options.onOpen opens another chart
 */
export class Inspector {
  constructor(element, options) {
    Object.assign(this, options, { element })
    this.status = make('p.sim-status', { role: 'status' })
    this.body = make('div.sim')
    element.replaceChildren(this.body, this.status)
    this.leave()
  }

  /** Forgets what is shown. */
  leave() {
    this.path = undefined
    this.sessions = []
    this.key = undefined
    this.steps = []
    /** The number of the step that is shown; undefined for the newest one. */
    this.number = undefined
    this.said = undefined
    /** What is marked in the picture, as text. */
    this.marked = undefined
  }

  /**
   * Shows the sessions of a chart, and loads what is new.
   *
   * @param {string} path
   * @param {{ path: string, title: string, count: number }[]} others charts that run in apps too
   * @param {string[]} unknown ids of charts that run in apps, and that the preview does not show
   */
  async show(path, others, unknown = []) {
    if (path !== this.path) {
      this.leave()
      this.path = path
      this.body.replaceChildren()
    }
    this.others = others.filter((each) => each.path !== path)
    this.unknown = unknown
    // What comes during a request is asked for after it.
    if (this.isLoading) { this.isStale = true; return }
    this.isLoading = true
    try {
      do {
        this.isStale = false
        await this.load()
        // An app may change something fifty times a second.
        await new Promise((resolve) => setTimeout(resolve, PAUSE))
      } while (this.isStale)
    } finally {
      this.isLoading = false
    }
  }

  async load() {
    const { path, key } = this
    // The last step that is known may have grown.
    const after = Math.max((this.steps.at(-1)?.number ?? 0) - 1, 0)
    const query = key === undefined ? { path } : { path, session: key, after }
    let loaded
    try {
      loaded = await this.api('GET', 'sessions', query)
    } catch (error) {
      loaded = { sessions: [], more: 0, steps: [], message: error.message }
    }
    if (path !== this.path) return
    if (key !== this.key) { this.isStale = true; return }
    const { sessions, more, shown, steps, message } = loaded
    this.sessions = sessions
    this.more = more
    this.message = message
    if (shown !== key) {
      this.key = shown
      this.steps = steps
      this.number = undefined
    } else {
      const first = sessions.find((each) => each.key === key)?.first ?? 0
      const kept = this.steps.filter(({ number }) => number >= first && number <= after)
      // The step that says where the session is may be gone.
      if (kept.length) kept[0].place = this.placeOf(kept[0])
      this.steps = [...kept, ...steps]
    }
    this.draw()
  }

  /** Chooses another session. */
  choose(key) {
    this.key = key
    this.steps = []
    this.number = undefined
    this.show(this.path, this.others, this.unknown)
  }

  /** Shows a step; the newest one, and those that follow, without a number. */
  go(number) {
    // The steps of a session that was just chosen are still being loaded.
    if (!this.step) return
    const { first, last } = this.range
    this.number = number === undefined || number >= last ? undefined : Math.max(number, first)
    this.draw()
    const { step } = this
    this.status.textContent = `Step ${step.number}: ${step.words}. In: ${this.placeOf(step)}.`
  }

  get range() { return { first: this.steps[0]?.number ?? 0, last: this.steps.at(-1)?.number ?? 0 } }

  /** The step that is shown. */
  get step() {
    const { first } = this.range
    // An old step may be gone.
    return this.number === undefined ? this.steps.at(-1) : this.steps[Math.max(this.number - first, 0)]
  }

  /** The nearest place before a step. */
  placeOf(step) {
    for (let index = step.number - this.range.first; index >= 0; index--) if (this.steps[index].place) return this.steps[index].place
    return 'nowhere'
  }

  /** Draws what has changed. Buttons and the list of sessions stay, because one that is replaced loses the press of a mouse. */
  draw() {
    const hadFocus = this.body.contains(document.activeElement)
    const top = this.element.scrollTop
    const session = this.sessions.find(({ key }) => key === this.key)
    updateChildren(this.body, make('div', {}, ...session && this.step ? this.sections(session, this.step) : [this.welcome()]))
    const choice = this.body.querySelector('select')
    if (choice && choice.value !== String(this.key)) choice.value = this.key
    this.element.scrollTop = top
    if (JSON.stringify(this.marks) !== this.marked) this.highlight()
    const focused = document.activeElement
    if (hadFocus && (!this.body.contains(focused) || focused.disabled)) this.body.querySelector('.sim-place')?.focus({ preventScroll: true })
  }

  /** The states of the step that is shown, and those of earlier ones. */
  get marks() {
    const { step } = this
    const before = step ? this.steps.slice(0, step.number - this.range.first) : []
    return [step?.states ?? [], [...new Set(before.flatMap(({ states }) => states))]]
  }

  /** Marks the states of the step that is shown. */
  highlight() {
    const { marks } = this
    this.marked = JSON.stringify(marks)
    // On a phone the picture is above the steps. It must not pull the page away from what is read.
    const top = window.scrollY
    this.onHighlight(...marks)
    window.scrollTo({ top, behavior: 'instant' })
  }

  /** What to do before an app is connected. */
  welcome() {
    return make('div', {},
      make('h3', {}, 'No app runs this chart'),
      this.unknown.length ? make('p.hint', {},
        `An app runs ${this.unknown.join(', ')}, which this preview does not show. Start the preview with the path of that chart too.`) : null,
      this.message ? make('p.hint', {}, this.message) : null,
      notKept(this.more),
      make('p.hint', {}, 'A debug build can show its sessions here. Give them an inspector of the module StatechartsPreview:'),
      make('pre.app-code', { tabindex: 0, role: 'group', 'aria-label': 'Swift' }, make('code', {},
        'let preview = try PreviewInspector(address)\nlet session = try Session(…, inspector: preview)')),
      make('p.hint', {}, 'The address is that of this page:'),
      make('p.app-address', {}, make('code', {}, location.origin + location.pathname)),
      ...this.others.length ? [
        make('h4', {}, 'Charts that run now'),
        make('ul.states', {}, ...this.others.map(({ path, title, count }) => make('li', {},
          make('button', { 'data-key': `open ${path}`, onclick: () => this.onOpen(path) },
            make('span.title', {}, title), make('span.meaning', {}, counted(count, 'session')))))),
      ] : [])
  }

  sections(session, step) {
    const state = stateOf(session)
    const isLive = this.number === undefined
    const words = `${session.app}${session.process ? ` (process ${session.process})` : ''}`
    this.say(session, state)
    return [
      make('div.app-session', {},
        make('label', {}, make('span.sim-hint', {}, 'Session'), this.chooser()),
        make('p', {}, make(`span.badge.${state.kind}`, {}, state.title), ` ${words}`),
        state.about ? make('p.hint', {}, state.about) : null,
        missing(session),
        notKept(this.more)),
      this.bar(isLive, step),
      this.now(step, isLive),
      this.list(step),
    ].filter(Boolean)
  }

  /** Says to screen readers what the session has come to. */
  say(session, { title, about }) {
    const said = `${session.key} ${title}`
    if (said === this.said) return
    this.said = said
    this.status.textContent = `${title}. ${about ?? ''}`
  }

  chooser() {
    return make('select', { 'data-key': 'session', onchange: ({ target }) => this.choose(Number(target.value)) },
      ...[...this.sessions].reverse().map((session) => make('option', {
        'data-key': `session ${session.key}`, value: session.key, selected: session.key === this.key,
      }, `${session.name.length > 24 ? `${session.name.slice(0, 12)}…` : session.name}, ${stateOf(session).title.toLowerCase()}`)))
  }

  bar(isLive, step) {
    const { first, last } = this.range
    const button = (key, words, action, isOff) => make('button.plain', { 'data-key': key, onclick: action, disabled: isOff }, words)
    return make('div.sim-bar', { role: 'toolbar', 'aria-label': 'Steps' },
      button('first', 'First', () => this.go(this.range.first), step.number === first),
      button('back', 'Back', () => this.go(this.step?.number - 1), step.number === first),
      button('forward', 'Forward', () => this.go(this.step?.number + 1), step.number === last),
      make('button.plain', { 'data-key': 'live', 'aria-pressed': String(isLive), onclick: () => this.go() }, 'Follow'))
  }

  now(step, isLive) {
    return make('section.sim-now', { 'aria-label': isLive ? 'Now' : 'An earlier step' },
      make('p.sim-time', {}, `Step ${step.number}`, isLive ? '' : ` of ${this.range.last}`, ' · ', step.time),
      make('h3.sim-place', { tabindex: -1 }, this.placeOf(step)),
      step.isIncomplete ? make('p.hint', {}, 'Lines before this step are missing, so more states may be active.') : null,
      step.isOfOtherChart ? make('p.hint', {}, 'The app runs another version of the chart: this one does not have all of its states.') : null,
      make('div.sim-last', {}, ...about(step)))
  }

  list(shown) {
    const { first } = this.range
    const middle = shown.number - first
    const rows = this.steps.slice(Math.max(0, middle - MOST_ROWS), middle + MOST_ROWS)
    return make('section.sim-group', {},
      make('h4', {}, `Steps (${this.steps.length})`),
      rows.length < this.steps.length ? make('p.hint', {}, 'The list has the steps near the one that is shown.') : null,
      make('ol.sim-trace', {}, ...rows.map((step) => make('li', {
        'data-key': `step ${step.number}`, class: step.isIgnored ? 'ignored' : undefined, value: step.number, 'aria-current': step === shown ? 'step' : undefined,
      }, ...about(step),
      step === shown ? null : make('button.link', {
        'data-key': `show ${step.number}`, onclick: () => this.go(step.number), 'aria-label': `Show step ${step.number}: ${step.words}`,
      }, 'Show')))))
  }
}

/** A step in words. */
function about({ words, place, data, isIgnored, lines }) {
  return [
    make('p.sim-words', {}, words, isIgnored ? make('span.badge.warning', {}, 'ignored') : null,
      place ? make('span.sim-to', {}, ` → ${place}`) : null),
    data ? make('p.sim-data', {}, data) : null,
    lines.length ? make('ul.sim-lines', {}, ...lines.map(({ words, isProblem }) => make('li', { class: isProblem ? 'problem' : undefined },
      ...words.split('`').map((part, index) => index % 2 ? make('code', {}, part) : part)))) : null,
  ]
}

/** What a session has come to, for a badge. */
function stateOf({ end, isConnected, problem }) {
  if (end) return { kind: 'note', title: 'Ended', about: end }
  if (isConnected) return { kind: 'ok', title: 'Live' }
  if (problem) return { kind: 'error', title: 'Disconnected', about: `The preview has ended the connection. ${problem}` }
  return { kind: 'warning', title: 'App closed', about: 'The app has ended, or has closed the connection.' }
}

/** What is missing in the stream of an app. */
function missing({ dropped, paused }) {
  if (!dropped) return null
  const pause = paused > 0 ? ` It also recorded no steps for ${paused.toFixed(1)} seconds.` : ''
  const lines = `${counted(dropped, 'line')} ${dropped === 1 ? 'is' : 'are'} missing`
  return make('p.hint.app-missing', {}, `${lines}: the app was faster than the connection, or a line was too long.${pause}`)
}

/** How many sessions are not there to choose. */
function notKept(count) {
  if (!count) return null
  const sessions = `${counted(count, 'more session')} ${count === 1 ? 'is' : 'are'}`
  return make('p.hint', {}, `${sessions} not shown, because too many run at the same time.`)
}
