import { make } from './page.js'

const WORDS = { added: 'Added', removed: 'Removed', changed: 'Changed' }

/**
 * What changed since the last commit, as content of a view.
 *
 * @param {{ base?: string, message?: string, groups: { title: string, items: object[] }[] }} compared
 * @param {(state: string) => void} onSelect
 */
export function changes({ base, message, groups }, onSelect) {
  const items = groups.flatMap((group) => group.items)
  const before = [make('div.changes', {},
    make('p.hint', {}, message ?? `Compared with the last commit, ${base}.`),
    ...groups.filter((group) => group.items.length).map((group) => [
      make('h3', {}, group.title),
      make('ul', {}, ...group.items.map(({ change, state, title, old, text }) => make(`li.${change}`, {},
        make(`span.badge.${change}`, {}, WORDS[change]),
        state && change !== 'removed'
          ? make('button.link', { onclick: () => onSelect(state) }, title) : make('span.title', {}, title),
        old ? make('del', {}, old) : null, text ? make('ins', {}, text) : null))),
    ]).flat())]
  const marked = (change) => items.filter((each) => each.change === change && each.isState).map(({ state }) => state)
  const changed = items.filter(({ change, isState, state }) => state && !(isState && change !== 'changed')).map(({ state }) => state)
  return { before, marks: { added: marked('added'), changed: changed.filter((each) => !marked('added').includes(each)) } }
}
