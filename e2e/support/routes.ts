import { ask } from './test.ts'

/** Every public page, once in each of its states. Paths that depend on records are looked up when needed. */
export const routes: { name: string; path: string | (() => Promise<string>); status?: number }[] = [
  { name: 'home', path: '/admin/home' },
  { name: 'home after signing out', path: '/admin/home/dash' },
  { name: 'search with results', path: '/admin/home/search?key=锅炉' },
  { name: 'search without results', path: '/admin/home/search?key=查无此词' },
  { name: 'search not yet asked', path: '/admin/home/search' },
  { name: 'list', path: '/admin/news/list/21' },
  { name: 'second page of a list', path: '/admin/news/list/3?pageNum=2' },
  { name: 'list without anything', path: '/admin/news/list/21?key=查无此词' },
  { name: 'content page', path: '/admin/news/info/35' },
  { name: 'article with tables and files', path: '/admin/news/list-info/3467?pa=26' },
  { name: 'personnel register', path: '/admin/publicity/person' },
  { name: 'qualification register', path: '/admin/publicity/qualification' },
  { name: 'group of qualifications', path: () => firstGroup() },
  { name: 'guide to a qualification', path: '/admin/publicity/qualification/guide/101' },
  { name: 'old certificate', path: '/admin/publicity/qualification/old' },
  { name: 'members', path: '/admin/publicity/member' },
  { name: 'member', path: async () => `/admin/publicity/member/${(await first('/app/publicity/member/list')).id}` },
  { name: 'lists of bodies', path: '/admin/publicity/body' },
  { name: 'courses', path: '/admin/publicity/training' },
  { name: 'course', path: async () => `/admin/publicity/training/${(await first('/app/training/list')).id}` },
  { name: 'enrolling', path: async () => `/admin/publicity/training/enrol/${await openCourseId()}` },
  { name: 'own registration', path: '/admin/publicity/training/registration' },
  { name: 'award winners', path: '/admin/publicity/award' },
  { name: 'award winners without any', path: '/admin/publicity/award?key=查无此词' },
  { name: 'certificate check not yet asked', path: '/admin/verify' },
  { name: 'valid certificate', path: () => certificate('valid') },
  { name: 'revoked certificate', path: () => certificate('revoked') },
  { name: 'unknown certificate', path: '/admin/verify?number=CBWA-QX01-A-1999-9999' },
  { name: 'batch check of certificates', path: '/admin/verify/batch' },
  { name: 'survey not yet opened by a code', path: '/admin/survey' },
  { name: 'sign-in', path: '/admin/login/login' },
  { name: 'registration', path: '/admin/login/register' },
  { name: 'forgotten password', path: '/admin/login/forgot' },
  { name: 'contact handover', path: '/admin/login/handover' },
  { name: 'closed account', path: '/admin/login/closed' },
  { name: 'privacy policy', path: '/admin/login/privacy' },
  { name: 'industry statistics', path: '/admin/publicity/statistics' },
  { name: 'newsletters', path: '/admin/newsletter' },
  { name: 'subscription without its key', path: '/admin/newsletter/subscription' },
  { name: 'ballot not yet opened by a token', path: '/vote' },
  { name: 'member centre', path: '/admin/user' },
  { name: 'not found', path: '/404', status: 404 },
]

/** Course of the demo association with open enrolment. */
const openCourseId = async () => (await first('/app/training/list?status=open')).id

const first = async (path: string) => (await ask(path)).list[0]

/** Companies created by tests: their certificates change while other tests run. */
const MADE_UP = /^北京(变更|改名|第\d+)/

/** The newest of the demo association's. */
export async function certificateNumber(status: string): Promise<string> {
  const { list } = await ask(`/app/publicity/qualification/list?status=${status}&pageSize=100`)
  return list.find(({ orgName }: { orgName: string }) => !MADE_UP.test(orgName)).certNo
}

const certificate = async (status: string) => `/admin/verify?number=${await certificateNumber(status)}`

async function firstGroup() {
  const [group] = await ask('/app/publicity/qualification/group/list')
  return `/admin/publicity/qualification?groupId=${group.groupId}`
}

export const pathOf = async ({ path }: (typeof routes)[number]) => (typeof path === 'string' ? path : path())
