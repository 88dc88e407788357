import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { stopRunning } from '../../src/lib/server/database/postmaster.ts'
import { makeScratch } from '../support/tempDir.ts'
import { hangxie } from './tool.ts'

async function emptySite() {
  const dataDir = await makeScratch('pack')
  onTestFinished(async () => {
    await stopRunning(join(dataDir, 'pg'))
    await rm(dataDir, { recursive: true })
  })
  expect(await hangxie(dataDir, 'migrate', '--create')).toMatchObject({ code: 0 })
  return dataDir
}

/** A branch, and a role that is limited to it, beside what a pack holds. */
const withBranch = (text: string) =>
  text.replace(
    '  staffRole:\n',
    `  branch:
    - name: 华东分会
      provinces:
        - "320000"
      status: open
  staffRole:
    - name: 华东分会会员员
      permissions:
        - staff:members
      branches:
        - 华东分会
      status: open
`,
  )

test('who holds the server takes a site along by commands: looked over, applied, changed, and taken back', {
  timeout: 600_000,
}, async () => {
  const [from, to] = [await emptySite(), await emptySite()]
  const [first, second] = [join(from, 'first.yaml'), join(to, 'second.yaml')]
  expect(await hangxie(from, 'pack', 'list')).toMatchObject({ code: 0, stdout: /elevator +电梯/ })
  expect(await hangxie(from, 'pack', 'apply', '电梯', '--dry-run')).toMatchObject({ code: 0, stdout: /\+ 会员级别/ })
  expect(await hangxie(from, 'pack', 'apply', '电梯')).toMatchObject({ code: 0, stdout: /新增 \d+ 项/ })
  expect(await hangxie(from, 'pack', 'export', first, '--name', '试用')).toMatchObject({ code: 0 })
  const text = withBranch(await readFile(first, 'utf8'))
  await writeFile(first, text)
  expect(await hangxie(to, 'pack', 'check', first)).toMatchObject({ code: 0, stdout: /\+ 角色 华东分会会员员/ })
  expect(await hangxie(to, 'pack', 'apply', first)).toMatchObject({ code: 0 })
  // An existing branch is updated with the changes only.
  const wider = text.replace('- "320000"', '- "320000"\n        - "310000"')
  await writeFile(first, wider)
  expect(await hangxie(to, 'pack', 'apply', first)).toMatchObject({ code: 0, stdout: /~ 分支机构 华东分会/ })
  expect(await hangxie(to, 'pack', 'export', second, '--name', '试用')).toMatchObject({ code: 0 })
  const again = await hangxie(from, 'pack', 'apply', second)
  expect(again).toMatchObject({ code: 0, stdout: /新增 2 项，修改 0 项/ })
})
