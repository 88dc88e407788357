import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import pages from '../react-router.config.ts'
import program from '../vite.program.config.ts'

/** A change of styles builds the pages only; the program must still be there afterwards. */
test('what is built apart stands apart, so that no build empties the folder of another', () => {
  const [ofPages, ofProgram] = [pages.buildDirectory, program.build!.outDir!]
  expect(relative(ofPages, ofProgram)).toMatch(/^\.\./)
  expect(relative(ofProgram, ofPages)).toMatch(/^\.\./)
})

/** The program as an archive brings it: no git, and nothing installed. */
function unpacked() {
  const folder = mkdtempSync(join(tmpdir(), 'hangxie-unpacked-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  cpSync(resolve(import.meta.dirname, '../bin'), join(folder, 'bin'), { recursive: true })
  for (const name of ['src', 'drizzle']) mkdirSync(join(folder, name))
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ version: '9.9.9', type: 'module' }))
  writeFileSync(join(folder, 'src/main.ts'), 'export {}')
  return folder
}

test('a build without git is known by its sources', () => {
  const folder = unpacked()
  const identify = () => {
    execFileSync(process.execPath, ['-e', `import('${folder}/bin/prepare.mjs').then(build => build.writeIdentity())`])
    return JSON.parse(readFileSync(join(folder, 'build/identity.json'), 'utf8'))
  }
  const first = identify()
  expect(first).toEqual({ version: '9.9.9', commit: expect.stringMatching(/^src-[\da-f]{12}$/) })
  expect(identify()).toEqual(first)
  writeFileSync(join(folder, 'src/main.ts'), 'export const changed = true')
  expect(identify().commit).not.toBe(first.commit)
})

test('a command installs nothing: it says that the packages are missing', () => {
  const folder = unpacked()
  const { status, stderr } = spawnSync(process.execPath, [join(folder, 'bin/hangxie.mjs'), 'doctor'], {
    encoding: 'utf8',
  })
  expect([status, stderr]).toEqual([1, expect.stringMatching(/还没有安装软件包：请先运行 npm start/)])
  expect(existsSync(join(folder, 'node_modules'))).toBe(false)
})
