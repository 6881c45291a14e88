import { api, counted, make, tabs, updateChildren } from './page.js'
import { Picture } from './picture.js'
import { code, Source } from './source.js'
import { changes } from './changes.js'
import { mount } from './simulator.js'
import { Inspector } from './inspector.js'

const find = (selector) => document.querySelector(selector)

/** What is shown. The address keeps it, so that it can be opened again. */
const place = {}
let list = []
let chart
let simulator
/** The runs of charts that were shown before, by their paths. */
const runs = new Map()
/** What the simulator marks in the picture, for the time after another panel. */
let simulated = [[], []]
/** What runs in apps. */
let apps = { revision: 0, running: {} }
/** The load that is under way: what is loaded, and how to end it; undefined if nothing is loaded. */
let loading

const picture = new Picture(find('#view'), select)
const source = new Source(find('#text'))
const inspector = new Inspector(find('#app'), {
  api, onOpen: open, onHighlight(...marks) { if (place.panel === 'app') highlight(...marks) },
})

function keep(changed) {
  Object.assign(place, changed)
  for (const key of Object.keys(place)) if (!place[key]) delete place[key]
  history.replaceState(null, '', `#${new URLSearchParams(place)}`)
}

// MARK: Charts

function showList({ charts, problems }) {
  list = charts
  // What stays keeps the focus.
  updateChildren(find('#charts'), make('ul', {}, ...charts.map(({ path, title, errors, warnings, notes, problem }) => {
    const health = problem || errors ? 'error' : warnings ? 'warning' : notes ? 'note' : 'ok'
    return make('li', { 'data-key': path }, make('button', {
      'data-key': path, onclick: () => open(path), 'aria-current': path === place.chart ? 'true' : undefined, title: path,
    }, make('span.title', {}, title), make(`span.badge.${health}`, {}, about({ errors, warnings, notes, problem }))))
  })))
  find('#problems').hidden = !problems.length
  find('#problems').textContent = problems.join(' ')
  if (!charts.length && !chart) find('#view').replaceChildren(make('p.empty', {}, 'There is no chart to show.'))
}

/** What was found in a chart, in words. */
function about({ errors, warnings, notes, problem }) {
  if (problem) return 'not readable'
  if (errors) return [counted(errors, 'error'), warnings ? counted(warnings, 'warning') : ''].filter(Boolean).join(', ')
  return warnings ? counted(warnings, 'warning') : notes ? counted(notes, 'note') : 'no findings'
}

async function open(path) {
  if (path !== place.chart) {
    keep({ chart: path, state: '', run: '' })
    leaveSimulator()
    find('#view').scrollTo(0, 0)
    find('#text').scrollTo(0, 0)
  }
  await load()
}

/** Loads the chart of the address, or the first one. */
async function load() {
  loading?.end()
  loading = undefined
  let known = list.find(({ path }) => path === place.chart)
  if (!known && chart && chart.summary.path === place.chart) {
    // What comes back, as with another branch, may have any revision except this one.
    chart.summary.revision = 0
    warn({ message: `${place.chart} is gone. It is shown again when it is back.` })
    return
  }
  known ??= list[0]
  if (!known) return
  const controller = new AbortController()
  const { signal } = controller
  const load = loading = { path: known.path, revision: known.revision, end: () => controller.abort() }
  let missing = ''
  if (place.chart && known.path !== place.chart) {
    missing = `There is no chart ${place.chart} here. The first one of the list is shown instead.`
    keep({ state: '', run: '' })
    leaveSimulator()
  }
  place.chart = known.path
  try {
    const view = loadView(known.path, signal)
    // It is awaited below, where its errors are handled. To find the screens may take seconds, and the findings do not wait.
    view.catch(() => {})
    const loaded = await api('GET', 'chart', { path: known.path }, undefined, signal)
    if (load !== loading) return
    const hasChanged = chart?.summary.path === loaded.summary.path && chart.summary.revision !== loaded.summary.revision
    const isFirst = chart?.summary.path !== loaded.summary.path
    chart = loaded
    const { title, path, errors, problem } = chart.summary
    find('#chart-title').textContent = title
    find('#chart-path').textContent = path
    document.title = `${errors ? `(${errors}) ` : ''}${title}`
    showFindings()
    if (place.panel === 'text') source.show(chart)
    if (hasChanged) simulator?.chartChanged()
    else if (place.panel === 'simulator') enterSimulator()
    showApps()
    for (const button of find('#charts').querySelectorAll('button')) {
      const isCurrent = button.title === path
      if (isCurrent) button.setAttribute('aria-current', 'true')
      else button.removeAttribute('aria-current')
      if (isCurrent && isFirst) button.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    }
    if (hasChanged) find('#saved').textContent = `Saved: ${about(chart.summary)}.`
    const shown = await view
    if (load !== loading) return
    find('#outdated').textContent = problem
      ? `${problem} The view is the last one that could be made.`
      : shown.isOutdated ? 'Out of date: this is the last version that could be drawn. The findings say what to fix.' : missing
    find('#outdated').hidden = !find('#outdated').textContent
    picture.show(shown, chart.states, shown.before)
    picture.setMarks('added', shown.marks?.added ?? [])
    picture.setMarks('changed', shown.marks?.changed ?? [])
    await loadState()
    if (load !== loading) return
    find('#view').setAttribute('aria-labelledby', `tab-${place.view}`)
    document.documentElement.dataset.revision = chart.summary.revision
  } catch (error) {
    if (load === loading) warn(error)
  } finally {
    if (load === loading) loading = undefined
  }
}

/** Shows why something cannot be shown. */
function warn(error) {
  find('#outdated').hidden = false
  find('#outdated').textContent = error.message
}

async function loadView(path, signal) {
  if (place.view !== 'changes') return api('GET', 'view', { path, view: place.view }, undefined, signal)
  const [shown, compared] = await Promise.all([
    api('GET', 'view', { path, view: 'sheet' }, undefined, signal),
    api('GET', 'compare', { path }, undefined, signal).catch(({ message }) => ({ message, groups: [] })),
  ])
  return { ...shown, ...changes(compared, show) }
}

// MARK: Findings

function showFindings() {
  const { findings, summary } = chart
  find('#count').textContent = findings.length || summary.problem ? ` ${findings.length || 1}` : ''
  find('#tab-findings').classList.toggle('bad', summary.errors > 0 || Boolean(summary.problem))
  const order = ['error', 'warning', 'note']
  const sorted = [...findings].sort((left, right) => order.indexOf(left.severity) - order.indexOf(right.severity))
  const at = ({ line, column }) => `line ${line}, column ${column}`
  updateChildren(find('#findings'), make('div', {},
    summary.problem ? make('p.finding.error', {}, summary.problem) : '',
    !sorted.length && !summary.problem
      ? make('p.empty.good', {}, 'No findings. The linter has nothing to report about this chart.') : '',
    make('ul.findings', {}, ...sorted.map(({ severity, message, help, place: range, rule, related }) =>
      make(`li.finding.${severity}`, { 'data-key': key(rule, message, range) },
        make('button', { 'data-key': key(rule, message, range), onclick: () => showLines(range.line, range.endLine) },
          make(`span.badge.${severity}`, {}, severity),
          make('span.where', {}, at(range)),
          make('span.message', {}, ...words(message))),
        help ? make('p.help', {}, ...words(help)) : null,
        ...related.map((each) => make('button.related', {
          'data-key': key(rule, each.message, each.place), onclick: () => showLines(each.place.line, each.place.endLine),
        }, ...words(each.message), make('span.where', {}, ` ${at(each.place)}`))),
        make('p.rule', {}, rule))))))
}

/** Tells a finding from others: with another place, it has another listener. */
const key = (rule, message, { line, column, endLine }) => [rule, message, line, column, endLine].join(' ')

/** A text in which names between backquotes become code. */
const words = (text) => text.split('`').map((each, index) => index % 2 ? make('code', {}, each) : each)

function showLines(line, endLine) {
  openPanel('text')
  source.reveal(line, endLine)
}

// MARK: States

/** Shows a state, and its card. */
function show(id) {
  select(id)
  picture.reveal(id, true)
}

/** Selects a state. Who selects it with a key goes on in its panel. */
async function select(id, byKey = false) {
  keep({ state: id })
  await openPanel('state')
  if (byKey) find('#state button')?.focus()
}

function showState() { return loadState().catch(warn) }

async function loadState() {
  const element = find('#state')
  const known = chart
  const state = chart.states.find(({ id }) => id === place.state)
  picture.setMarks('selected', state ? [state.id] : [])
  if (place.panel !== 'state') return
  if (!state) {
    updateChildren(element, make('div', {},
      make('p.hint', {}, 'Select a state here or a card in the picture.'),
      make('ul.states', {}, ...chart.states.map(({ id, title, depth, meaning }) =>
        make('li', { 'data-key': id, 'data-depth': Math.min(depth, 6) }, make('button', { 'data-key': id, onclick: () => show(id) },
          make('span.title', {}, title), title === id ? null : make('code', {}, id), make('span.meaning', {}, meaning)))))))
    return
  }
  const { html } = await api('GET', 'state', { path: place.chart, state: state.id })
  if (chart !== known || place.state !== state.id || place.panel !== 'state') return
  const section = make('div.prose', { 'data-key': 'section' }, ...new DOMParser().parseFromString(html, 'text/html').body.childNodes)
  section.addEventListener('click', (event) => {
    const link = event.target.closest('a[href^="#reference-"]')
    const target = link && chart.states.find(({ anchor }) => `#reference-${anchor}` === decodeURIComponent(link.getAttribute('href')))
    if (!link) return
    event.preventDefault()
    if (target) show(target.id)
  })
  const lines = chart.source.slice(state.line - 1, state.endLine)
  // What stays keeps the focus. With another key, it has another listener.
  updateChildren(element, make('div', {},
    make('div.actions', {},
      make('button', { 'data-key': 'all', onclick: () => { keep({ state: '' }); showState(); element.querySelector('button')?.focus() } }, 'All states'),
      make('button', { 'data-key': `view ${state.id}`, onclick: () => picture.reveal(state.id, true) }, 'Show in the view'),
      make('button', {
        'data-key': `text ${state.line} ${state.endLine}`, onclick: () => showLines(state.line, state.endLine),
      }, 'Show in the text')),
    section,
    chart.isOutdated ? make('p.hint', {}, 'The text was changed since, so its lines are not shown.')
      : make('div.scroll', { 'data-key': state.id, tabindex: 0, role: 'group', 'aria-label': 'The text of this state' }, code(lines, state.line))))
}

// MARK: Simulator

function enterSimulator() {
  simulator ??= mount(find('#simulator'), {
    chartPath: place.chart, api, place: place.run ?? '', run: runs.get(place.chart), onPlace: (run) => keep({ run }),
    onHighlight(states, last = []) {
      simulated = [states, last]
      if (place.panel !== 'app') highlight(states, last)
    },
  })
}

/** Marks the active states, and those that were active before. */
function highlight(states, last) {
  picture.setMarks('active', states)
  picture.setMarks('visited', last)
  // A save must not scroll the picture while somebody does something else.
  if (states.length && ['simulator', 'app'].includes(place.panel)) picture.reveal(states[states.length - 1])
}

function leaveSimulator() {
  if (simulator) runs.set(simulator.chartPath, simulator.unmount())
  simulator = undefined
  simulated = [[], []]
  highlight([], [])
}

// MARK: Apps

function showApps() {
  const count = apps.running[chart?.summary.id] ?? 0
  find('#running').textContent = count ? ` ${count}` : ''
  if (!chart || place.panel !== 'app') return
  const others = list.filter(({ id }) => apps.running[id]).map(({ path, title, id }) => ({ path, title, count: apps.running[id] }))
  const unknown = Object.keys(apps.running).filter((id) => !list.some((each) => each.id === id))
  inspector.show(chart.summary.path, others, unknown)
}

// MARK: Tabs

const showView = tabs(find('#views'), ({ dataset }) => {
  keep({ view: dataset.view })
  find('#view').scrollTo(0, 0)
  // To find the screens of a large chart may take seconds.
  find('#view').classList.add('loading')
  load().finally(() => find('#view').classList.remove('loading'))
})
const showPanel = tabs(find('#panels'), ({ dataset }) => openPanel(dataset.panel))

/** Opens a panel, and waits for the state that it may show. */
function openPanel(name) {
  const before = place.panel
  keep({ panel: name })
  if (before === 'app' && name !== 'app') highlight(...simulated)
  showPanel(find(`#tab-${name}`))
  for (const panel of document.querySelectorAll('aside > section')) panel.hidden = panel.id !== name
  if (!chart) return
  const shown = showState()
  if (name === 'text') source.show(chart)
  if (name === 'simulator') enterSimulator()
  if (name === 'app') {
    inspector.highlight()
    showApps()
  }
  return shown
}

// MARK: Changes of files

let events, retry
function listen() {
  hangUp()
  events = new EventSource('api/events')
  events.onopen = () => connected(true)
  events.onerror = () => {
    connected(false)
    // The browser tries again by itself, but not after a refusal.
    if (events.readyState === EventSource.CLOSED && !document.hidden) retry = setTimeout(listen, 2_000)
  }
  events.onmessage = ({ data }) => {
    const changed = JSON.parse(data)
    showList(changed)
    if (changed.apps.revision !== apps.revision) {
      apps = changed.apps
      showApps()
    }
    const known = list.find(({ path }) => path === place.chart)
    if (known && loading?.path === known.path && loading.revision === known.revision) return
    // A chart that is gone has the revision 0.
    if (!chart || (known?.revision ?? 0) !== chart.summary.revision) load()
  }
}

function hangUp() {
  clearTimeout(retry)
  events?.close()
}

// Somebody may have committed meanwhile.
addEventListener('focus', () => { if (place.view === 'changes') load() })

function connected(isConnected) {
  const element = find('#connection')
  element.textContent = isConnected ? 'Live' : 'Not connected. Open the address that the command prints now.'
  element.className = isConnected ? 'live' : 'lost'
}

// A page in the background holds no connection: browsers allow only a few for each server.
document.addEventListener('visibilitychange', () => {
  if (document.hidden) hangUp()
  else listen()
})

const tabOf = (list, key) => [...find(list).children].find(({ dataset }) => dataset[key] === place[key]) ?? find(list).firstElementChild

/** Shows what the address says. It may be an old one. */
function applyPlace() {
  for (const key of Object.keys(place)) delete place[key]
  Object.assign(place, Object.fromEntries(new URLSearchParams(location.hash.slice(1))))
  chart = undefined
  leaveSimulator()
  place.view = tabOf('#views', 'view').dataset.view
  showView(tabOf('#views', 'view'))
  openPanel(tabOf('#panels', 'panel').dataset.panel)
  return load()
}

// A link inside the page, such as the one to the picture, is no address of a chart.
addEventListener('hashchange', () => location.hash.includes('=') ? applyPlace() : keep({}))
applyPlace()
listen()
