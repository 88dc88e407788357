import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { MB, type Row } from './table.ts'

const cli = fileURLToPath(new URL('../src/cli.ts', import.meta.url))
const GB = 1e9

/** Measures how fast an association is restored from an archive, and how much memory that takes. */
export async function measureBackup(dataDir: string): Promise<Row[]> {
  const home = await mkdtemp(join(tmpdir(), 'hangxie-bench-backup-'))
  try {
    const archive = join(home, 'backup.tar')
    const saved = await hangxie(dataDir, 'backup', '--with-key', '--to', archive, '--json')
    const restored = await hangxie(join(home, 'data'), 'restore', archive, '--json')
    return [row('备份', saved), row('恢复', restored)]
  } finally {
    await rm(home, { recursive: true })
  }
}

type Run = { seconds: number; bytes: number; memory: number }

const row = (name: string, { seconds, bytes, memory }: Run): Row => ({
  name: `${name} ${MB(bytes)}`,
  ours: `${seconds.toFixed(1)} s，${MB(bytes / seconds)}/s，内存 ${MB(memory)}`,
  goal: { most: 600, value: Math.round((seconds * GB) / bytes) },
})

async function hangxie(dataDir: string, ...args: string[]): Promise<Run> {
  const begun = performance.now()
  const env = { ...process.env, DATA_DIR: dataDir, NODE_ENV: 'production' }
  const child = spawn(process.execPath, [cli, ...args], { env, stdio: ['ignore', 'pipe', 'ignore'] })
  let [said, memory] = ['', 0]
  child.stdout.on('data', chunk => {
    said += chunk
  })
  const watch = setInterval(() => {
    memory = Math.max(memory, mostMemoryOf(child.pid!))
  }, 100)
  const code = await new Promise(resolve => child.once('close', resolve))
  clearInterval(watch)
  if (code !== 0) throw new Error(`hangxie ${args[0]} ended with ${code}: ${said}`)
  return { seconds: (performance.now() - begun) / 1000, bytes: JSON.parse(said).bytes, memory }
}

/** Returns the peak memory of a process so far; 0 where the system does not report it. */
function mostMemoryOf(pid: number): number {
  try {
    const [, kB] = readFileSync(`/proc/${pid}/status`, 'utf8').match(/VmHWM:\s+(\d+) kB/) ?? []
    return Number(kB ?? 0) * 1024
  } catch {
    return 0
  }
}
