import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import fastify from 'fastify'
import { standIns } from './standIns.ts'

type Options = {
  /** 0: any that is free. */
  port: number
  /** URL of the site. */
  site: string
  /** Folder for keys. */
  folder: string
}

/** Starts all stand-ins on one port of loopback. `settings`: the variables with which a site uses them. */
export async function startStandIns({ port, site, folder }: Options) {
  const app = fastify({ logger: false, bodyLimit: 16 << 20, forceCloseConnections: true })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_, body, done) => done(null, body))
  const list = standIns.map(({ name, title }) => `<li><a href="/${name}/">${title}</a></li>`).join('')
  app.get('/', (_, reply) => reply.type('text/html; charset=utf-8').send(`<h1>外部服务替身</h1><ul>${list}</ul>`))
  const settings: Record<string, string> = {}
  // Settings contain the addresses before the port is open, so a free port number is found first.
  const origin = `http://127.0.0.1:${port || (await freePort())}`
  for (const { name, open } of standIns) {
    const own = join(folder, name)
    await mkdir(own, { recursive: true, mode: 0o700 })
    await app.register(
      async scope =>
        void Object.assign(settings, await open(scope, { origin: `${origin}/${name}`, site, folder: own })),
      { prefix: `/${name}` },
    )
  }
  await app.listen({ host: '127.0.0.1', port: Number(new URL(origin).port) })
  return { origin, settings, close: () => app.close() }
}

async function freePort(): Promise<string> {
  const probe = fastify()
  const address = await probe.listen({ host: '127.0.0.1', port: 0 })
  await probe.close()
  return new URL(address).port
}
