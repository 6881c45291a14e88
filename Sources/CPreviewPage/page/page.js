/** What all modules of the page use: requests, elements and tabs. */

/**
 * Sends a request below `api/`.
 *
 * @param {string} method
 * @param {string} route
 * @param {Record<string, string>} query
 * @param {unknown} body is sent as JSON
 * @param {AbortSignal} signal ends the request
 * @returns {Promise<any>} the JSON of the response
 * @throws {Error} with the message of the server, and its status; an AbortError after the signal
 */
export async function api(method, route, query = {}, body, signal) {
  const fields = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  const response = await fetch(`api/${route}?${fields.join('&')}`, {
    method, body: body === undefined ? undefined : JSON.stringify(body), signal,
  }).catch(() => {
    signal?.throwIfAborted()
    throw new Error('The preview has ended. Start it again, and open the address that it prints.')
  })
  const answer = await response.json().catch(() => null)
  signal?.throwIfAborted()
  if (!response.ok) {
    const message = answer?.message ?? `The server answered with the status ${response.status}.`
    throw Object.assign(new Error(message), { status: response.status })
  }
  return answer
}

/**
 * Makes an element. Texts stay texts, whatever they contain.
 *
 * @param {string} tag with classes: `p.note`
 * @param {Record<string, unknown>} settings attributes, and listeners as `onclick`
 * @param {(Node | string | null | undefined)[]} children
 */
export function make(tag, settings = {}, ...children) {
  const [name, ...classes] = tag.split('.')
  const element = document.createElement(name)
  element.classList.add(...classes)
  for (const [key, value] of Object.entries(settings)) {
    if (key.startsWith('on')) element.addEventListener(key.slice(2), value)
    else if (value !== undefined && value !== null && value !== false) element.setAttribute(key, value === true ? '' : value)
  }
  element.append(...children.filter((child) => child !== null && child !== undefined))
  return element
}

/**
 * Makes the children of an element those of another one. What is equal stays, with the focus and what was laid out. What
 * has a `data-key` stays with its listeners as long as an element with this key is wanted there.
 */
export function updateChildren(element, wanted) {
  // What follows a child that goes must not be compared with other keys.
  const keys = new Set([...wanted.children].map(keyOf))
  for (const child of [...element.children]) if (keyOf(child) && !keys.has(keyOf(child))) child.remove()
  const [old, all] = [[...element.childNodes], [...wanted.childNodes]]
  all.forEach((child, index) => {
    if (index >= old.length) element.append(child)
    else update(old[index], child)
  })
  for (const child of old.slice(all.length)) child.remove()
}

const keyOf = (node) => node.dataset?.key

function update(node, wanted) {
  if (node.isEqualNode(wanted)) return
  if (node.nodeName !== wanted.nodeName || node.nodeType !== Node.ELEMENT_NODE || node.id !== wanted.id || keyOf(node) !== keyOf(wanted)) {
    node.replaceWith(wanted)
    return
  }
  for (const { name } of [...node.attributes]) if (!wanted.hasAttribute(name)) node.removeAttribute(name)
  for (const { name, value } of wanted.attributes) if (node.getAttribute(name) !== value) node.setAttribute(name, value)
  updateChildren(node, wanted)
}

/**
 * Makes the tabs of a list work: by pointer, and by arrow keys.
 *
 * @param {HTMLElement} list
 * @param {(tab: HTMLElement) => void} onSelect
 * @returns {(tab: HTMLElement) => void} selects a tab without calling `onSelect`
 */
export function tabs(list, onSelect) {
  const all = [...list.querySelectorAll('[role=tab]')]
  const show = (tab) => {
    for (const each of all) {
      each.setAttribute('aria-selected', each === tab)
      each.tabIndex = each === tab ? 0 : -1
    }
  }
  list.addEventListener('click', (event) => {
    const tab = event.target.closest('[role=tab]')
    if (tab) { show(tab); onSelect(tab) }
  })
  list.addEventListener('keydown', (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1, Home: -all.indexOf(document.activeElement), End: -1 - all.indexOf(document.activeElement) }[event.key]
    if (step === undefined) return
    event.preventDefault()
    const tab = all[(all.indexOf(document.activeElement) + step + all.length) % all.length]
    tab.focus()
    show(tab)
    onSelect(tab)
  })
  return show
}

/** `1 error`, `2 errors`. */
export const counted = (count, word) => `${count} ${word}${count === 1 ? '' : 's'}`
