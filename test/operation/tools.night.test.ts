import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { stopRunning } from '../../src/lib/server/database/postmaster.ts'
import { makeScratch } from '../support/tempDir.ts'
import { hasEnded, postmasterOf, start } from './sites.ts'
import { hangxie } from './tool.ts'

async function newDirectory() {
  const dataDir = await makeScratch('tool')
  onTestFinished(async () => {
    await stopRunning(join(dataDir, 'pg'))
    await rm(dataDir, { recursive: true })
  })
  return dataDir
}

describe('the command line', () => {
  test('says what it can, and what is wrong', async () => {
    const help = await hangxie('/nowhere', '--help')
    expect(help.code).toBe(0)
    const names = [
      'migrate',
      'migrate status',
      'demo',
      'doctor',
      'backup',
      'backup verify',
      'restore',
      'reindex',
      'maintenance',
      'sbom',
    ]
    for (const name of [...names, 'admin create', 'admin reset', 'admin list', 'audit verify']) {
      expect(help.stdout).toMatch(new RegExp(`^ {2}${name} `, 'm'))
      expect(await hangxie('/nowhere', ...name.split(' '), '--help')).toMatchObject({ code: 0 })
    }
    expect(await hangxie('/nowhere', 'destroy')).toMatchObject({ code: 2, stdout: /没有 destroy 这个命令/ })
    expect(await hangxie('/nowhere', 'restore')).toMatchObject({ code: 2, stderr: /^请在命令后面写一个备份文件。\n$/ })
    expect(await hangxie('/nowhere', 'backup')).toMatchObject({ code: 1, stderr: /^数据目录 \/nowhere 不存在.*\n$/ })
    expect(await hangxie('/nowhere', 'demo', '--big')).toMatchObject({ code: 2, stderr: /选项有误/ })
    expect(await hangxie('/dev/null/x', 'migrate', '--create')).toMatchObject({
      code: 1,
      stderr: /^数据目录 .*无法使用.*\n$/,
    })
  })

  test('migrates an empty directory, loads the demo once, and leaves no PostgreSQL running', {
    timeout: 600_000,
  }, async () => {
    const dataDir = await newDirectory()
    expect(await hangxie(dataDir, 'doctor')).toMatchObject({ code: 1, stdout: /✗ 数据目录：.*里没有数据库/ })
    const dry = await hangxie(dataDir, 'migrate', '--dry-run', '--json', '--create')
    expect(JSON.parse(dry.stdout)).toMatchObject({ applied: 0, dryRun: true })
    expect(await hangxie(dataDir, 'doctor')).toMatchObject({ code: 1, stdout: /✗ 数据库结构：还差 \d+ 步/ })
    expect(await hangxie(dataDir, 'migrate')).toMatchObject({ code: 0, stdout: /已升级 \d+ 步/ })
    expect(await hangxie(dataDir, 'migrate')).toMatchObject({ code: 0, stdout: /已是最新/ })
    expect(await hangxie(dataDir, 'demo')).toMatchObject({ code: 0, stderr: /演示数据已载入/ })
    expect(await hangxie(dataDir, 'demo')).toMatchObject({ code: 1, stderr: /^数据库不是空的.*\n$/ })
    expect(await hangxie(dataDir, 'doctor')).toMatchObject({
      code: 0,
      stdout: /! 建站清单：上线之前还差 2 项.*\n {4}网址与 HTTPS：.*\n {4}短信：/,
    })
    await expect(postmasterOf({ dataDir })).rejects.toThrow()
  })

  test('works beside a running server, and leaves it its PostgreSQL', async () => {
    const site = await start()
    const postmaster = await postmasterOf(site)
    const { code, stdout } = await hangxie(site.dataDir, 'doctor', '--json')
    const findings: { check: string; ok: boolean; detail: string }[] = JSON.parse(stdout)
    expect([code, findings.filter(({ ok }) => !ok)]).toEqual([0, []])
    expect(findings.find(({ check }) => check === '数据库')!.detail).toContain(`pid ${site.pid}`)
    expect(await hasEnded(postmaster)).toBe(false)
    expect((await fetch(`${site.url}/readyz`)).status).toBe(200)
  })
})
