import { readFileSync, writeFileSync } from 'node:fs'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { home, open, prepareData } from './data.ts'
import { cpuOf, type Program, startSite } from './programs.ts'
import { MB, print, type Row } from './table.ts'
import { importParticipants, issueCertificates, openCourses, staff } from './trainingWork.ts'

/** Maximum memory in MB that a long list may add to the program. */
const MAX_EXTRA_MEMORY_MB = 250
const CERTIFICATES = 100_000
const [PEOPLE, CLASS] = process.argv.includes('--quick') ? [10_000, 1_000] : [100_000, 1_000]

/** `npm run bench bulk`: long lists taken out and brought in, and how much memory the server takes meanwhile. */
const kept = await prepareData({ articles: 1_000, certificates: CERTIFICATES })
const dataDir = await mkdtemp(join(home, 'bulk-'))
const rows: Row[] = []
try {
  await cp(kept, dataDir, { recursive: true })
  const site = await startSite(dataDir)
  const opened = await open(dataDir)
  const courses = await openCourses(opened, PEOPLE / CLASS, CLASS)
  const admin = await staff(site, opened, 'admin')
  const [courseId] = courses as [number]
  await measure(site, `导出 ${CERTIFICATES} 张证书（Excel）`, () => admin.download('/staff/certificate/export'))
  await measure(site, `检查并导入 ${PEOPLE} 名学员`, () => importParticipants(site, opened, courses, PEOPLE))
  await measure(site, `生成 ${CLASS} 张准考证（一份 PDF）`, async () => {
    const { people } = await admin.get(`/staff/training/tickets/preview?courseId=${courseId}`)
    await admin.post('/staff/training/tickets/make', { courseId, expected: people })
    return admin.download(`/staff/training/tickets/file?courseId=${courseId}`)
  })
  await measure(site, `编批、签发 ${CLASS} 张证书`, () => issueCertificates(site, opened, courseId))
  const [batch] = await admin.get(`/staff/training/batch/list?id=${courseId}`)
  await measure(site, `${CLASS} 张证书（ZIP）`, () => admin.download(`/staff/training/batch/zip?id=${batch.id}`))
  await opened.close()
  await site.stop()
} finally {
  await rm(dataDir, { recursive: true, force: true })
}
process.exitCode = print('整批的工作：用时、处理器时间、其间多占的内存（Node）', rows) ? 0 : 1

async function measure({ pid }: Program, name: string, work: () => Promise<unknown>) {
  // The kernel begins to note the peak anew.
  writeFileSync(`/proc/${pid}/clear_refs`, '5')
  const [before, cpu, begun] = [residentOf(pid, 'VmRSS'), cpuOf(pid), performance.now()]
  const bytes = Number(await work()) || 0
  const [took, worked] = [(performance.now() - begun) / 1000, (cpuOf(pid) - cpu) / 1e6]
  const more = residentOf(pid, 'VmHWM') - before
  rows.push({
    name: bytes ? `${name}，${(bytes / 1e6).toFixed(1)} MB` : name,
    ours: `${took.toFixed(1)} s，处理器 ${worked.toFixed(1)} s`,
    floor: `${MB(before)} + ${MB(more)}`,
    goal: { most: MAX_EXTRA_MEMORY_MB, value: more / 1e6 },
  })
}

function residentOf(pid: number, what: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(new RegExp(`^${what}:\\s+(\\d+) kB`, 'm').exec(status)![1]) * 1024
}
