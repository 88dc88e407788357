import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { Agent, request as ask, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { makeSigningKey } from '../../src/lib/server/documents/signingKey.ts'
import { freePort, until } from '../support/site.ts'

export type RunningProxy = { port: number; by: 'nginx' | 'node'; ca: string; stop: () => Promise<void> }

const sample = resolve(import.meta.dirname, '../../deploy/nginx/hangxie.conf')
const nginx = [process.env.NGINX, ...(process.env.NGINX === '' ? [] : ['/usr/sbin/nginx'])].find(
  path => path && existsSync(path),
)

/** HTTPS in front of those servers: nginx by the sample of `deploy`, where it is installed; else one of our own. */
export async function startProxy(port: number, ports: readonly number[]): Promise<RunningProxy> {
  const tls = await makeSigningKey('localhost', new Date())
  const stop = nginx ? await runNginx(port, ports, tls) : await runOwn(port, ports, tls)
  return { port, by: nginx ? 'nginx' : 'node', ca: tls.certificates, stop }
}

type Tls = { key: string; certificates: string }

async function runNginx(port: number, ports: readonly number[], { key, certificates }: Tls) {
  const folder = await mkdtemp(join(tmpdir(), 'hangxie-nginx-'))
  const files = { 'hangxie.conf': await fillIn(port, ports, folder), key, certificates, 'nginx.conf': main(folder) }
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  const args = ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', 'stderr']
  const child = spawn(nginx!, args, { stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.on('data', chunk => {
    said += chunk
  })
  await until(() => {
    if (child.exitCode !== null) throw new Error(`nginx has ended: ${said}`)
    return answers(port)
  })
  return async () => {
    await ended(child)
    await rm(folder, { recursive: true })
  }
}

/** The sample itself, but for ports and paths. */
async function fillIn(port: number, ports: readonly number[], folder: string) {
  const free = await freePort()
  return (await readFile(sample, 'utf8'))
    .replace(/^ *listen \[::\].*\n/gm, '')
    .replace('listen 80;', `listen 127.0.0.1:${free};`)
    .replace('listen 443 ', `listen 127.0.0.1:${port} `)
    .replace('127.0.0.1:3001', `127.0.0.1:${ports[0]}`)
    .replace('127.0.0.1:3002', `127.0.0.1:${ports[1]}`)
    .replace('/etc/nginx/tls/fullchain.pem', join(folder, 'certificates'))
    .replace('/etc/nginx/tls/privkey.pem', join(folder, 'key'))
}

const TEMPORARY = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']

const main = (folder: string) => `
${process.getuid?.() === 0 ? 'user root;' : ''}
daemon off;
pid ${folder}/pid;
error_log stderr error;
events { worker_connections 4096; }
http {
  access_log off;
  ${TEMPORARY.map(name => `${name}_temp_path ${folder}/${name};`).join('\n  ')}
  include hangxie.conf;
}
`

async function ended(child: ChildProcess) {
  child.kill('SIGTERM')
  await until(() => child.exitCode !== null || child.signalCode !== null)
}

const answers = (port: number) =>
  new Promise<boolean>(resolve => {
    ask({ port, host: '127.0.0.1' }, response => resolve(Boolean(response.resume())))
      .on('error', error => resolve((error as NodeJS.ErrnoException).code !== 'ECONNREFUSED'))
      .end()
  })

/**
 * Minimal replacement for nginx: round robin over the ready servers; if one refuses the connection, the next one is
 * tried.
 */
async function runOwn(port: number, ports: readonly number[], { key, certificates }: Tls) {
  const agent = new Agent({ keepAlive: false })
  const ready = new Set<number>()
  const look = setInterval(() => {
    for (const one of ports)
      ask({ port: one, host: '127.0.0.1', path: '/readyz', agent }, response => {
        if (response.resume().statusCode === 200) ready.add(one)
        else ready.delete(one)
      })
        .on('error', () => ready.delete(one))
        .end()
  }, 100)
  let turn = 0
  const pass = (request: IncomingMessage, response: ServerResponse, body: Buffer, left: readonly number[]) => {
    const to = left[turn++ % left.length]
    if (to === undefined) return response.writeHead(502).end()
    const { method, url: path, headers } = request
    const sent = { ...headers, connection: 'close', 'x-forwarded-for': '127.0.0.1', 'x-forwarded-proto': 'https' }
    ask({ port: to, host: '127.0.0.1', method, path, headers: sent, agent }, answer => {
      const { connection: _, 'keep-alive': __, ...own } = answer.headers
      response.writeHead(answer.statusCode!, own)
      answer.pipe(response)
    })
      .on('error', error => {
        if ((error as NodeJS.ErrnoException).code !== 'ECONNREFUSED') return response.writeHead(502).end()
        const others = left.filter(one => one !== to)
        pass(request, response, body, others)
      })
      .end(body)
  }
  const server = createServer({ key, cert: certificates }, async (request, response) => {
    const body = Buffer.concat(await Array.fromAsync(request))
    pass(request, response, body, ready.size > 0 ? [...ready] : ports)
  })
  await new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve))
  return async () => {
    clearInterval(look)
    server.closeAllConnections()
    await new Promise(resolve => server.close(resolve))
  }
}
