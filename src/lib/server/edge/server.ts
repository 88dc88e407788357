import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http'
import type { Config } from '../process/config.ts'
import { boundConnections } from './connections.ts'
import { answerInOrder, type Lines } from './pipeline.ts'
import { makeProxyTest } from './proxies.ts'
import { cutSlowReaders } from './slowReaders.ts'

/** A server that holds alone on the open internet: every connection is counted, answered in turn, and cut if too slow. */
export function guardedServer(
  options: ServerOptions,
  { edge, trustProxy }: Pick<Config, 'edge' | 'trustProxy'>,
  answer: RequestListener,
): Server {
  const lines: Lines = new Map()
  const server = createServer(options, answerInOrder(lines, answer))
  boundConnections(server, { bounds: edge.connections, lines, isProxy: makeProxyTest(trustProxy) })
  cutSlowReaders(server, lines, edge.readers)
  return server
}
