import { counted, make } from './page.js'
import { formOf } from './simulator-fields.js'
import { sequence } from './simulator-sequence.js'

/** Longer runs are not kept in the address of the page. */
const LONGEST_PLACE = 8_000
/** How many runs Undo can bring back. */
const MOST_PAST = 200

/**
 * Shows the simulator of a chart in an element.
 *
 * @param {HTMLElement} element where it is shown; it is empty
 * @param {object} options
 * @param {string} options.chartPath the path of the chart, for the query of requests
 * @param {(method: string, route: string, query?: object, body?: object) => Promise<object>} options.api
 *   sends a request below `api/` and gives the JSON of the response; throws an Error with the server's message
 * @param {(states: string[], last?: string[]) => void} options.onHighlight marks states in the picture, by their ids;
 *   `last` are those that the run went through before
 * @param {string} options.place what `onPlace` was given before, from the address of the page; empty at first
 * @param {object} options.run what `unmount` returned before for this chart; a place comes before it
 * @param {(place: string) => void} options.onPlace keeps a place in the run in the address; without secrets
 * @returns {{ chartPath: string, chartChanged: () => void, unmount: () => object }} what the page calls when the chart's
 *   file was changed, and before another chart is shown
 */
export function mount(element, options) {
  const simulator = new Simulator(element, options)
  simulator.begin()
  return {
    chartPath: options.chartPath,
    chartChanged() { simulator.chartChanged() },
    unmount() { return simulator.unmount() },
  }
}

const quoted = JSON.stringify

/**
 * A run of a chart. It holds the lines of a recorded run, and the server says for each view where they lead.
 *
 * Lines may hold secrets that somebody typed. They stay in the memory of the page, and only the server gets them.
 */
class Simulator {
  constructor(element, options) {
    Object.assign(this, options, { element })
    /** The line with the values at the start, and those of the steps. */
    this.header = undefined
    this.lines = []
    /** The lines that the person made, of which the last ones may not fit a changed chart. */
    this.wanted = []
    /** The runs before this one, for Undo. */
    this.past = []
    this.view = undefined
    this.requests = 0
    this.isBusy = false
    this.shows = 'list'
    /** Which groups are open, by their keys. */
    this.open = new Map([['variables', true], ['trace', true]])
    this.status = make('p.sim-status', { role: 'status' })
    this.alert = make('p.sim-alert', { role: 'alert', hidden: true })
    this.body = make('div.sim')
    element.replaceChildren(this.alert, this.body, this.status)
  }

  async begin() {
    const kept = this.place ? undefined : this.run
    const lines = kept?.wanted ?? readPlace(this.place)
    this.header = kept ? kept.header : isHeader(lines[0]) ? lines.shift() : undefined
    this.wanted = lines
    await this.play(lines, this.header, '', undefined, false, kept?.past)
    // With the values of an address of another chart, or of an old version of this one, the run may not start.
    if (this.header && this.view && !this.view.now && !this.isOver) await this.play([])
  }

  unmount() {
    this.requests++
    this.isOver = true
    this.element.replaceChildren()
    const { header, wanted, past } = this
    return { header, wanted, past }
  }

  async chartChanged() { await this.play(this.wanted, this.header, 'The chart was changed.', undefined, false, this.past) }

  // MARK: Runs

  /**
   * Plays lines and shows where they lead.
   *
   * @param {string[]} lines
   * @param {string | undefined} header
   * @param {string} said what screen readers say before the place
   * @param {string} done the key of the form that led to it: its fields become empty
   * @param {boolean} isTry whether the run stays as it is if the last line is not possible
   * @param {object[]} past what Undo can bring back afterwards
   * @returns {Promise<boolean>} whether the lines fit the chart
   */
  async play(lines, header, said = '', done, isTry = false, past = this.pastWithRun) {
    const request = ++this.requests
    const wanted = this.wanted
    this.isBusy = true
    // A change of the chart meanwhile plays these.
    this.wanted = lines
    let view
    try {
      view = await this.api('POST', 'run', { path: this.chartPath }, { lines: header ? [header, ...lines] : lines })
    } catch (error) {
      if (request === this.requests) {
        this.wanted = wanted
        this.warn(error.message)
        // While the chart has errors, nothing in the simulator can act.
        this.body.inert = error.status === 409
      }
      return false
    } finally {
      if (request === this.requests) this.isBusy = false
    }
    if (request !== this.requests) return false
    const { problem, now } = view
    const isOther = header !== this.header || lines.length > this.lines.length
    if (problem && this.view?.now && (isTry && problem.step === lines.length || problem.step === 0 && isOther)) {
      // What was tried is not possible, and the run stays where it is.
      this.wanted = wanted
      this.warn(`That is not possible: ${problem.message} ${problem.help ?? ''}`)
      return false
    }
    this.warn('')
    this.body.inert = false
    this.past = past
    this.view = view
    this.header = header
    this.lines = now ? lines.slice(0, now.steps.length - 1) : []
    if (problem && now) this.warn(`Step ${problem.step} is not possible in the chart: ${problem.message} The run ends before it.`)
    this.show(done)
    // On a phone the picture is above the simulator. It must not pull the page away from what was pressed.
    const top = window.scrollY
    this.onHighlight(now?.states.map(({ id }) => id) ?? [], now?.visited ?? [])
    window.scrollTo({ top, behavior: 'instant' })
    this.keepPlace()
    this.say(now ? `${said} ${now.end ?? `Now in: ${now.place}.`}` : `${said} ${problem.message}`)
    return !problem
  }

  /** Adds a step. */
  async step(line, key) {
    if (this.isBusy) return
    if (await this.play([...this.lines, line], this.header, '', key, true)) this.say(this.lastWords())
  }

  lastWords() {
    const { now } = this.view
    const last = now.steps.at(-1)
    return [`${last.words}.`, ...last.lines.map(({ words }) => words), now.end ?? `Now in: ${now.place}.`].join(' ')
  }

  async undo() {
    const before = this.before
    if (this.isBusy || !before) return
    const isStep = before.lines.length === this.lines.length - 1
    const said = isStep ? `Undone: ${this.view.now.steps.at(-1).words}.` : 'Back to the run before.'
    await this.play(before.lines, before.header, said, undefined, false, this.past.slice(0, -1))
  }

  get pastWithRun() {
    return this.view?.now ? [...this.past.slice(1 - MOST_PAST), { header: this.header, lines: this.lines }] : []
  }

  /** The run to which Undo leads; undefined if there is none. */
  get before() {
    return this.past.at(-1) ?? (this.lines.length ? { header: this.header, lines: this.lines.slice(0, -1) } : undefined)
  }

  async backTo(count) {
    if (!this.isBusy) await this.play(this.lines.slice(0, count), this.header, `Back to step ${count}.`)
  }

  async restart(header = this.header) {
    if (!this.isBusy) await this.play([], header, 'Restarted.')
  }

  async jump(state) {
    if (this.isBusy) return
    const request = ++this.requests
    this.isBusy = true
    this.say('Looking for a short path …')
    const button = [...this.body.querySelectorAll('[data-key]')].find((each) => each.dataset.key === 'jump')
    if (button) button.textContent = 'Searching …'
    let found
    try {
      const lines = this.header ? [this.header, ...this.lines] : this.lines
      found = await this.api('POST', 'jump', { path: this.chartPath, to: state }, { lines })
    } catch (error) {
      found = { message: error.message }
    }
    if (button) button.textContent = 'Jump'
    if (request !== this.requests) return
    this.isBusy = false
    if (found.message) {
      this.say('')
      this.warn(found.message)
      return
    }
    const lines = found.isFromStart ? found.lines : [...this.lines, ...found.lines]
    const header = !found.isFromStart ? this.header : isHeader(lines[0]) ? this.withSecrets(lines.shift()) : undefined
    const words = `${counted(found.lines.length, 'step')} ${found.isFromStart ? 'from the start' : 'from there'}.`
    const isReplaced = found.isFromStart && this.lines.length > 0
    if (await this.play(lines, header, words) && isReplaced) {
      this.warn('The state cannot be reached from where the run was, so a new run was started. Undo brings back the one before.')
    }
  }

  /** A first line that the server made, with the secrets of the present one, which it does not give away. */
  withSecrets(header) {
    const made = JSON.parse(header)
    const secret = new Set(this.view.inputs.filter(({ isSecret }) => isSecret).map(({ name }) => name))
    const typed = Object.entries(JSON.parse(this.header ?? '{}').input ?? {}).filter(([name]) => secret.has(name))
    return JSON.stringify({ ...made, input: { ...Object.fromEntries(typed), ...made.input } })
  }

  // MARK: Places and files

  /** Keeps the run in the address, with made-up values in place of secrets. */
  keepPlace() {
    const { now } = this.view
    const lines = now && (this.lines.length || this.header) ? now.recording : []
    const place = lines.length ? writePlace(lines) : ''
    this.place = place.length > LONGEST_PLACE ? '' : place
    this.onPlace(this.place)
  }

  save() {
    const text = this.view.now.recording.map((line) => `${line}\n`).join('')
    const address = URL.createObjectURL(new Blob([text], { type: 'application/x-ndjson' }))
    const name = this.chartPath.split('/').at(-1).replace(/\.ya?ml$/, '')
    make('a', { href: address, download: `${name}.jsonl` }).click()
    setTimeout(() => URL.revokeObjectURL(address), 10_000)
    this.say(`Saved ${counted(this.lines.length, 'step')}.`)
  }

  async load(file) {
    if (!file || this.isBusy) return
    const lines = (await file.text()).split(/\r?\n/).filter((line) => line.trim())
    const header = isHeader(lines[0]) ? lines.shift() : undefined
    await this.play(lines, header, `Opened ${file.name}.`)
  }

  // MARK: Messages

  /** Says something to screen readers. */
  say(words) { this.status.textContent = words.trim() }

  /** Shows what is wrong; nothing is wrong without words. */
  warn(words) {
    this.alert.textContent = words.trim()
    this.alert.hidden = !words.trim()
  }

  // MARK: Views

  /** Shows the view. What has the focus keeps it, and so do fields what was typed into them. */
  show(done) {
    const focused = document.activeElement?.closest?.('[data-key]')?.dataset.key
    const typed = new Map()
    for (const field of this.body.querySelectorAll('[data-field]')) {
      const isDone = done && [`${done}.`, `${done} `].some((start) => field.dataset.field.startsWith(start))
      if (!isDone) typed.set(field.dataset.field, field.value)
    }
    const hadFocus = this.body.contains(document.activeElement)
    const { now, problem } = this.view
    this.body.replaceChildren(...now ? this.sections(now) : [this.start(problem)])
    const restore = (selector) => {
      for (const field of this.body.querySelectorAll(selector)) {
        const value = typed.get(field.dataset.field)
        if (value !== undefined && value !== field.value) {
          field.value = value
          field.dispatchEvent(new Event('change'))
        }
      }
    }
    // A choice decides which fields there are.
    restore('select[data-field]')
    restore('[data-field]')
    if (!hadFocus) return
    const next = [...this.body.querySelectorAll('[data-key]')].find((each) => each.dataset.key === focused)
    next?.focus()
    // It may be disabled now, or in a group that is closed.
    if (!next || document.activeElement !== next) this.body.querySelector('.sim-place')?.focus()
  }

  /** What the app gives, when the flow cannot start without it. */
  start(problem) {
    return make('div', {},
      make('h3.sim-place', { tabindex: -1 }, 'Before the start'),
      make('p.hint', {}, this.view.inputs.length ? 'The app gives this flow values at its start.' : problem?.message ?? ''),
      this.inputs('Start'))
  }

  sections(now) {
    return [
      this.bar(now), this.where(now),
      now.end ? null : this.events(now), this.services(now), this.time(now), this.conditions(now),
      this.ignored(now), this.variables(now), this.trace(now),
      this.view.inputs.length
        ? this.group('inputs', `Values at the start (${this.view.inputs.length})`, this.inputs('Restart with these')) : null,
    ].filter(Boolean)
  }

  bar(now) {
    const file = make('input', { type: 'file', accept: '.jsonl,.ndjson,.json,.txt', hidden: true, 'aria-label': 'A saved run' })
    file.addEventListener('change', () => this.load(file.files[0]))
    const active = new Set(now.states.filter(({ isInnermost }) => isInnermost).map(({ id }) => id))
    const jump = make('select', { 'data-key': 'jump to', 'aria-label': 'State to jump to' },
      make('option', { value: '' }, 'Jump to a state …'),
      ...this.view.destinations.filter(({ id }) => !active.has(id)).map(({ id, words }) => make('option', { value: id }, words)))
    const button = (key, words, action, isOff) =>
      make('button.plain', { 'data-key': key, onclick: action, disabled: isOff }, words)
    return make('div.sim-bar', { role: 'toolbar', 'aria-label': 'Run' },
      button('undo', 'Undo', () => this.undo(), !this.before),
      button('restart', 'Restart', () => this.restart(), !this.lines.length),
      button('save', 'Save', () => this.save(), !this.lines.length),
      button('open', 'Open', () => file.click()),
      file, make('div.sim-jump', {}, jump, button('jump', 'Jump', () => { if (jump.value) this.jump(jump.value) })))
  }

  where(now) {
    const last = now.steps.at(-1)
    const leaves = now.states.filter(({ isInnermost }) => isInnermost)
    const about = leaves.map(({ description }) => description).filter(Boolean)
    return make('section.sim-now', { 'aria-label': 'Now' },
      make('p.sim-time', {}, now.steps.length > 1 ? `Step ${now.steps.length - 1}` : 'Start', ' · ', now.time),
      make('h3.sim-place', { tabindex: -1 }, ...leaves.length > 1 ? leaves.map(({ words }) => make('span', {}, words)) : [now.place]),
      ...about.map((words) => make('p.sim-about', {}, words)),
      ...now.children.map((words) => make('p.sim-about', {}, `Inside ${words}`)),
      now.end ? make('p.sim-end', {}, now.end) : null,
      make(last.isIgnored ? 'div.sim-last.ignored' : 'div.sim-last', {},
        make('p.sim-words', {}, last.isIgnored ? make('span.badge.warning', {}, 'ignored') : null, last.words),
        last.data ? make('p.sim-data', {}, last.data) : null,
        ...lineList(last.lines)),
      now.hidesSecrets ? make('p.hint', {},
        'Secrets are in no saved run and not in the address of the page. Made-up values replace them.',
        now.divergingStep ? ` With these, step ${now.divergingStep} does something else.` : '') : null)
  }

  events(now) {
    const handled = now.events.filter(({ isHandled }) => isHandled)
    const rows = handled.map((event) => this.event(event))
    if (now.takesAnyEvent) rows.push(this.otherEvent())
    if (!rows.length) return null
    return make('section.sim-group', {}, make('h4', {}, 'Events'), ...rows)
  }

  event(event, service) {
    const key = `${service ? `service ${service} ` : ''}event ${event.name}`
    const form = formOf(key, event.fields)
    const send = () => {
      const data = form.value()
      if (data === undefined) return
      const from = service ? `"service": ${quoted(service)}, ` : ''
      this.step(`{${from}"event": ${quoted(event.name)}${event.fields.length ? `, "data": ${data}` : ''}}`, key)
    }
    return this.row(key, send, form, event.title ?? event.name, event.title ? event.name : undefined,
      event.description, leads(event.branches))
  }

  /** A row with a form: its fields, and the button that sends them. */
  row(key, send, form, title, name, description, about) {
    const act = make('button.sim-act', { 'data-key': key, title: description },
      make('span.title', {}, title), name ? make('code', {}, name) : null)
    return grouped('div.sim-row', name ? `${title} (${name})` : title, send, act, ...form.rows, about)
  }

  otherEvent() {
    const field = { name: 'event', kind: 'text', hint: 'the name of an event', isOptional: false, isSecret: false }
    const key = 'other event'
    const form = formOf(key, [field])
    return this.row(key, () => {
      const name = JSON.parse(form.value() ?? '{}').event
      if (name) this.step(`{"event": ${quoted(name)}}`, key)
    }, form, 'Another event', undefined, 'The chart declares no events, so any event can be sent.')
  }

  services(now) {
    if (!now.services.length) return null
    return make('section.sim-group', {}, make('h4', {}, 'Running services'), ...now.services.map((service) => {
      const { id, title, description, result, isResultWhole, failures, events } = service
      const key = `service ${id}`
      const form = formOf(`${key} done`, result)
      const done = () => {
        const data = form.value()
        if (data === undefined) return
        const value = !result.length ? 'null' : isResultWhole ? form.parts()[0]?.[1] ?? 'null' : data
        this.step(`{"service": ${quoted(id)}, "done": ${value}}`, `${key} done`)
      }
      return make('div.sim-service', { role: 'group', 'aria-label': title ?? id },
        make('p.sim-name', { title: description }, make('span.title', {}, title ?? id), title ? make('code', {}, id) : null),
        this.row(`${key} done`, done, form, 'Done', undefined, `${title ?? id} is done`),
        failures.length ? this.failure(id, key, failures) : null,
        ...events.map((event) => this.event(event, id)))
    }))
  }

  failure(id, key, failures) {
    const choice = make('select', { 'data-key': `${key} choice`, 'data-field': `${key} failed.choice`, 'aria-label': 'Error' },
      ...failures.map(({ code, title }) => make('option', { value: code }, title ?? code)))
    const fields = make('div.sim-fields')
    let form
    const update = () => {
      const failure = failures.find(({ code }) => code === choice.value) ?? failures[0]
      form = formOf(`${key} failed ${failure.code}`, failure.fields)
      fields.replaceChildren(...form.rows)
      choice.title = failure.description ?? ''
    }
    choice.addEventListener('change', update)
    update()
    const send = () => {
      const failure = failures.find(({ code }) => code === choice.value) ?? failures[0]
      const data = form.value()
      if (data === undefined) return
      const payload = failure.fields.length ? `, "data": ${data}` : ''
      this.step(`{"service": ${quoted(id)}, "failed": ${quoted(failure.code)}${payload}}`, `${key} failed`)
    }
    const act = make('button.sim-act', { 'data-key': `${key} failed` }, make('span.title', {}, 'Fails'))
    return grouped('div.sim-row.sim-failure', `${id} fails`, send, act, choice, fields)
  }

  time(now) {
    const timers = now.timers.map(({ words, left, duration }, index) => make('div.sim-row', {},
      make('button.sim-act', { 'data-key': `timer ${index}`, onclick: () => this.step(`{"advance": ${quoted(duration)}}`) },
        make('span.title', {}, `Wait ${left}`)),
      make('p.sim-leads', {}, words)))
    const field = { name: 'time', kind: 'duration', hint: 'a duration such as 15s', isOptional: false, isSecret: false, sample: '15s' }
    const form = formOf('advance', [field])
    const pass = this.row('advance', () => {
      const parts = form.value() && form.parts()
      if (parts) this.step(`{"advance": ${parts[0][1]}}`)
    }, form, 'Let time pass')
    if (now.end) return null
    return timers.length
      ? make('section.sim-group', {}, make('h4', {}, 'Time'), ...timers, this.group('time', 'Another duration', pass))
      : this.group('time', 'Time', make('p.hint', {}, 'No timer is running.'), pass)
  }

  conditions(now) {
    if (!now.conditions.length) return null
    const off = now.conditions.filter(({ answer }) => !answer).length
    const title = `App conditions (${off ? `${off} of ${now.conditions.length} not met` : counted(now.conditions.length, 'condition')})`
    return this.group('conditions', off ? title : `App conditions (${now.conditions.length})`,
      make('p.hint', {}, 'The app evaluates these guards. Here you do.'),
      ...now.conditions.map(({ name, title, description, answer }) => make('label.sim-switch', { title: description },
        make('input', {
          type: 'checkbox', role: 'switch', checked: answer, 'data-key': `condition ${name}`,
          onchange: () => this.step(`{"guards": {${quoted(name)}: ${!answer}}}`),
        }),
        make('span', {}, title ?? name), title ? make('code', {}, name) : null)))
  }

  ignored(now) {
    const others = now.events.filter(({ isHandled }) => !isHandled)
    if (!others.length || now.end) return null
    return this.group('ignored', `Ignored here (${others.length})`,
      make('p.hint', {}, 'No active state handles these events. Send one to see what happens.'),
      ...others.map((event) => {
        const row = this.event(event)
        row.firstChild.append(make('p.sim-leads', {}, event.places.length ? `Handled in: ${event.places.join(', ')}` : 'No state handles it.'))
        return row
      }))
  }

  variables(now) {
    if (!now.variables.length) return null
    return this.group('variables', `Variables (${now.variables.length})`,
      make('table.sim-variables', {},
        make('thead', {}, make('tr', {}, make('th', { scope: 'col' }, 'Name'), make('th', { scope: 'col' }, 'Value'))),
        make('tbody', {}, ...now.variables.map(({ name, description, value, isSecret, isChanged }) =>
          make('tr', { class: isChanged ? 'changed' : undefined },
            make('th', { scope: 'row', title: description }, name),
            make('td', {}, value === undefined ? make('span.sim-none', {}, 'no value') : make('code', {}, value),
              isSecret ? make('span.badge', {}, 'secret') : null,
              isChanged ? make('span.badge.changed', {}, 'changed') : null))))))
  }

  trace(now) {
    const choose = (kind) => () => { this.shows = kind; this.show() }
    const chooser = make('div.sim-bar', { role: 'group', 'aria-label': 'Show steps as' },
      ...[['list', 'List'], ['sequence', 'Sequence diagram']].map(([kind, words]) =>
        make('button.plain', { 'data-key': `trace ${kind}`, 'aria-pressed': String(this.shows === kind), onclick: choose(kind) }, words)))
    const list = () => make('ol.sim-trace', {}, ...now.steps.map((step, index) =>
      make('li', { class: step.isIgnored ? 'ignored' : undefined, value: index },
        make('p.sim-words', {}, step.words,
          step.isIgnored ? make('span.badge.warning', {}, 'ignored') : null,
          step.place ? make('span.sim-to', {}, ` → ${step.place}`) : null),
        step.data ? make('p.sim-data', {}, step.data) : null,
        ...lineList(step.lines),
        index < now.steps.length - 1
          ? make('button.link', { 'data-key': `back ${index}`, onclick: () => this.backTo(index), 'aria-label': `Back to ${index ? `step ${index}` : 'the start'}: ${step.words}` }, 'Back to here')
          : null)))
    return this.group('trace', `Steps (${now.steps.length - 1})`, chooser,
      this.shows === 'list' ? list() : sequence(now.lanes, now.steps))
  }

  inputs(words) {
    const form = formOf('input', this.view.inputs)
    return make('form.sim-inputs', {
      onsubmit: (event) => {
        event.preventDefault()
        const data = form.value()
        if (data !== undefined) this.restart(`{"input": ${data}}`)
      },
    }, ...form.rows, make('button.plain', { 'data-key': 'start' }, words))
  }

  /** A group that can be closed. */
  group(key, title, ...children) {
    const group = make('details.sim-group', { open: this.open.get(key) ?? false },
      make('summary', { 'data-key': `group ${key}` }, title), ...children)
    group.addEventListener('toggle', () => this.open.set(key, group.open))
    return group
  }
}

/** A form whose fields screen readers announce with a title. */
function grouped(tag, title, send, ...children) {
  const onsubmit = (event) => { event.preventDefault(); send() }
  return make(tag, { role: 'group', 'aria-label': title }, make('form', { onsubmit }, ...children))
}

/** Lines about a step. */
function lineList(lines) {
  return lines.length
    ? [make('ul.sim-lines', {}, ...lines.map(({ words, isProblem }) => make('li', { class: isProblem ? 'problem' : undefined }, ...words.split('`').map((part, index) => index % 2 ? make('code', {}, part) : part))))] : []
}

/** Where an event may lead, by its transitions. */
function leads(branches) {
  if (!branches.length) return null
  return make('ul.sim-leads', {}, ...branches.map(({ place, condition, label, source }, index) => make('li', {},
    place ? `→ ${place}` : label ? `stays here (${label})` : 'stays here',
    condition ? ` if ${condition}` : branches[index - 1]?.condition && branches[index - 1].source === source ? ' otherwise' : '')))
}

/** Whether a line holds the values at the start, and is no step. */
function isHeader(line) {
  try {
    return 'input' in JSON.parse(line)
  } catch {
    return false
  }
}

/** Lines as a text for an address. */
function writePlace(lines) {
  const bytes = new TextEncoder().encode(lines.join('\n'))
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
    .replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** The lines of a text that `writePlace` made; none for another text. */
function readPlace(place) {
  try {
    const text = atob(place.replaceAll('-', '+').replaceAll('_', '/'))
    const lines = new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(text, (each) => each.charCodeAt(0))).split('\n')
    return lines.filter((line) => line.startsWith('{'))
  } catch {
    return []
  }
}
