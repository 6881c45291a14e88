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
 * @param {(place: string) => void} options.onPlace keeps a place in the run in the address; without secrets
 * @returns {{ chartChanged: () => void, unmount: () => void }} what the page calls when the chart's file was changed, and
 *   before another chart is shown
 */
export function mount(element, { chartPath, api, onHighlight, place, onPlace }) {
  return { chartChanged() {}, unmount() { element.replaceChildren() } }
}
