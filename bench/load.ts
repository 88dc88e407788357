import autocannon from 'autocannon'

type LoadOptions = {
  port: number
  path: string
  seconds: number
  connections?: number
  headers: Record<string, string>
}

/** Clients that ask again as soon as they are answered; how many answers they got. Anything but an answer ends the run. */
export async function load({ port, path, seconds, connections = 20, headers }: LoadOptions): Promise<number> {
  const url = `http://127.0.0.1:${port}${path}`
  const { requests, errors, timeouts, statusCodeStats } = await autocannon({
    url,
    connections,
    duration: seconds,
    headers,
  })
  const refused = Object.keys(statusCodeStats ?? {}).filter(status => status !== '200' && status !== '304')
  if (errors + timeouts > 0 || refused.length > 0)
    throw new Error(`${path}: ${errors} errors, ${timeouts} timeouts, HTTP ${refused.join(', ')}`)
  return requests.total
}
