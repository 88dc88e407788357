import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { environment, readConfig } from './config.ts'

const root = resolve(import.meta.dirname, '../../../..')
const example = readFileSync(resolve(root, '.env.example'), 'utf8')

test('.env.example lists every variable, each under a comment of its own', () => {
  const listed = example.split('\n\n').flatMap(block => {
    const lines = block.trim().split('\n')
    const [, name] = lines.at(-1)!.match(/^#(\w+)=/) ?? []
    return name ? [{ name, explained: /^# .*\p{Script=Han}/u.test(lines[0]!) && lines.length > 1 }] : []
  })
  expect(listed.map(({ name }) => name).sort()).toEqual(Object.keys(environment.shape).sort())
  expect(listed.filter(({ explained }) => !explained)).toEqual([])
})

test('nothing but config.ts reads the environment, save for React’s own switch', () => {
  const files = globSync('src/**/*.{ts,tsx}', { cwd: root }).filter(file => !/\.test\.ts$|config\.ts$/.test(file))
  const readers = files.flatMap(file =>
    Array.from(readFileSync(resolve(root, file), 'utf8').matchAll(/process\.env\.(\w+)/g), ([, name]) => [file, name]),
  )
  expect(readers.filter(([, name]) => name !== 'NODE_ENV')).toEqual([])
})

test('an empty value is no value, and the address visitors use has no slash at its end', () => {
  expect(readConfig({ PORT: '', DEMO: '', PUBLIC_URL: 'https://www.example.com//' })).toMatchObject({
    port: 3000,
    demo: undefined,
    publicUrl: 'https://www.example.com',
  })
  expect(readConfig({ PORT: '8080' }).publicUrl).toBe('http://localhost:8080')
})

test('a secret may stand in a file of its own', () => {
  const folder = mkdtempSync(join(tmpdir(), 'hangxie-secrets-'))
  const path = join(folder, 'token')
  writeFileSync(path, 'of sixteen letters\n')
  expect(readConfig({ METRICS_TOKEN_FILE: path }).metricsToken).toBe('of sixteen letters')
  expect(() => readConfig({ METRICS_TOKEN_FILE: path, METRICS_TOKEN: 'another of sixteen' })).toThrow('只能设置一个')
  rmSync(folder, { recursive: true })
  expect(() => readConfig({ METRICS_TOKEN_FILE: path })).toThrow('METRICS_TOKEN_FILE 所指的文件')
})

test('every variable that is wrong is named, in one Chinese sentence', () => {
  expect(() => readConfig({ PORT: '-1', DEMO: 'yes', TRUST_PROXY: '10.0.0.0/8, all' })).toThrow(
    /^配置有误：PORT 应为[^；]*；TRUST_PROXY 应为[^；]*；DEMO 应为[^；]*。$/,
  )
})

test('mail goes encrypted unless the server is this machine, or somebody says otherwise', () => {
  const requiresTls = (SMTP_URL: string, SMTP_TLS?: string) =>
    readConfig({ SMTP_URL, SMTP_TLS, MAIL_FROM: 'a@example.com' }).smtp!.requiresTls
  expect([requiresTls('smtp://mail.example.com'), requiresTls('smtp://10.0.0.5:25')]).toEqual([true, true])
  expect([requiresTls('smtp://localhost'), requiresTls('smtp://127.0.0.1:25'), requiresTls('smtp://[::1]')]).toEqual([
    false,
    false,
    false,
  ])
  expect([requiresTls('smtp://mail.example.com', 'off'), requiresTls('smtp://localhost', 'on')]).toEqual([false, true])
})
