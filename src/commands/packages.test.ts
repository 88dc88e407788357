import { readFile } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { billOfMaterials, findAdvisories } from './packages.ts'

/** A registry on this machine. */
async function withRegistry<T>(answer: RequestListener, act: (address: string) => Promise<T>): Promise<T> {
  const server = createServer(answer)
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  try {
    return await act(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

test('the bill of materials names every package that runs, in its version, and no tool of development', async () => {
  const bill = JSON.parse(await billOfMaterials())
  expect(bill.bomFormat).toBe('CycloneDX')
  const names = bill.components.map(({ name }: { name: string }) => name)
  const { dependencies } = JSON.parse(await readFile('package.json', 'utf8'))
  expect(Object.keys(dependencies).filter(name => !names.includes(name))).toEqual([])
  expect(names).not.toContain('vitest')
  expect(bill.components.every(({ version, purl }: Record<string, string>) => version && purl)).toBe(true)
})

test('known faults are told with the package, its version and where to read on', async () => {
  let asked: Record<string, string[]> = {}
  const found = await withRegistry(
    async (request, response) => {
      expect(request.url).toBe('/-/npm/v1/security/advisories/bulk')
      asked = JSON.parse(await text(request))
      const of = { title: 'takes too long', severity: 'high', vulnerable_versions: '<99', url: 'https://example.com/1' }
      response.end(JSON.stringify({ fastify: [of] }))
    },
    registry => findAdvisories(registry),
  )
  expect(asked.fastify).toEqual([expect.stringMatching(/^\d+\.\d+\.\d+/)])
  expect(asked.vitest).toBeUndefined()
  expect(found.packages).toBeGreaterThan(100)
  expect(found.lines).toEqual([expect.stringMatching(/^fastify \d.*受影响 <99，high.*https:\/\/example\.com\/1$/)])
})

test('a registry that refuses, or is not there, is said', async () => {
  const refused = withRegistry((_, response) => response.writeHead(503).end(), findAdvisories)
  await expect(refused).rejects.toThrow('答复 503')
  await expect(findAdvisories('http://127.0.0.1:1')).rejects.toThrow()
})

test('the lock file holds the checksum of every package, of other platforms too, and names no registry', async () => {
  const { packages } = JSON.parse(await readFile('package-lock.json', 'utf8'))
  const entries = Object.entries<{ link?: boolean; integrity?: string; resolved?: string }>(packages)
  const downloaded = entries.filter(([path, { link }]) => path !== '' && !link)
  expect(downloaded.length).toBeGreaterThan(100)
  for (const [path, { integrity, resolved }] of downloaded) {
    expect(integrity, path).toMatch(/^sha512-[A-Za-z0-9+/]{86}==/)
    expect(resolved, path).toBeUndefined()
  }
})
