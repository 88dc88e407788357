import type { z } from 'zod'
import type { articleValues } from './articleSchema.ts'

export type ArticleValues = z.output<typeof articleValues>

/** Source record of an article's first text, and the permission needed to open it. */
export type ArticleOrigin = { name: string; route: string; permission: string }

/** The HTML of the text, in characters. */
export const CONTENT_LIMIT = 200_000

/** Values of an empty article. */
export const emptyArticle: ArticleValues = {
  catalogId: null,
  title: '',
  subTitle: '',
  author: '',
  source: '',
  docNo: '',
  coverId: null,
  coverCaption: '',
  coverX: 50,
  coverY: 50,
  summary: '',
  content: '',
  files: [],
  keywords: '',
  isTop: false,
  isRed: false,
  publishTime: null,
  noticeEndTime: null,
  effectiveOn: null,
  externalUrl: '',
  seoTitle: '',
  seoDescription: '',
}

/** Why there is a version. */
export const versionKinds = {
  auto: '自动保存',
  save: '手动保存',
  handIn: '提交审核',
  return: '退回',
  schedule: '设为定时发布',
  publish: '发布',
  withdraw: '下线',
  before: '恢复前的内容',
  aside: '未采用的修改',
  replaced: '被覆盖的修改',
} as const
export type VersionKind = keyof typeof versionKinds

type Name = keyof ArticleValues

export const labels: Record<Name, string> = {
  catalogId: '栏目',
  title: '标题',
  subTitle: '副标题',
  author: '作者',
  source: '来源',
  docNo: '文号',
  coverId: '封面',
  coverCaption: '封面说明',
  coverX: '封面重点（自左）',
  coverY: '封面重点（自上）',
  summary: '摘要',
  content: '正文',
  files: '附件',
  keywords: '关键词',
  isTop: '置顶',
  isRed: '标红',
  publishTime: '发布时间',
  noticeEndTime: '公示截止',
  effectiveOn: '施行日期',
  externalUrl: '外部链接',
  seoTitle: '搜索标题',
  seoDescription: '搜索描述',
}

/** Maximum length of each field of a published article, in characters. */
export const limits = {
  title: 120,
  subTitle: 120,
  author: 50,
  source: 50,
  docNo: 50,
  coverCaption: 60,
  summary: 300,
  keywords: 200,
  externalUrl: 500,
  seoTitle: 120,
  seoDescription: 300,
} as const satisfies Partial<Record<Name, number>>

export const keywordsIn = (typed: string): string[] => [
  ...new Set(typed.split(/[\s,，、;；]+/).filter(word => word !== '')),
]

/** The beginning of the text up to the end of a sentence, as its summary. `plain`: without tags. */
export function proposeSummary(plain: string): string {
  if (plain.length <= 120) return plain
  const end = plain.slice(60, 120).search(/[。！？][^。！？]*$/)
  return end < 0 ? `${plain.slice(0, 119)}…` : plain.slice(0, 61 + end)
}
