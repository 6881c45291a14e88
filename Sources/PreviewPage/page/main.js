import { mount } from './simulator.js'

export async function api(method, route, query = {}, body) {
  const fields = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  const response = await fetch(`api/${route}?${fields.join('&')}`, {
    method, body: body === undefined ? undefined : JSON.stringify(body),
  })
  const answer = await response.json().catch(() => null)
  if (!response.ok) throw new Error(answer?.message ?? `The server answered ${response.status}.`)
  return answer
}

const events = new EventSource('api/events')
events.onmessage = async ({ data }) => {
  const { charts } = JSON.parse(data)
  document.querySelector('#charts').textContent = charts.map(({ path, errors }) => `${path} ${errors}`).join(', ')
  const { pictures } = await api('GET', 'view', { path: charts[0].path, view: 'sheet' })
  const svg = new DOMParser().parseFromString(pictures[0].svg, 'image/svg+xml').documentElement
  document.querySelector('#view').replaceChildren(document.importNode(svg, true))
}
