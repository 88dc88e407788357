import type { Chance } from '#lib/random.ts'
import { cityOf } from '#modules/certificates/server/volume/names.ts'
import type { ArticleType } from '../../articleTypes.ts'

/** The trade's own language: sentences and key words of articles that people wrote. */
export type Language = { sentences: string[]; topics: string[] }
export type Text = { title: string; paragraphs: string[]; keywords: string[] }

type SentenceContext = { pick: Chance; topic: string; year: number }

const titles: Record<ArticleType, ((told: SentenceContext) => string)[]> = {
  news: [
    ({ pick, topic }) => `${cityOf(pick)}举办${topic}现场观摩会`,
    ({ pick, topic }) => `协会赴${cityOf(pick)}调研${topic}工作`,
    ({ topic, year }) => `${year}年${topic}技术交流会综述`,
    ({ pick, topic }) => `${cityOf(pick)}企业${topic}改造项目通过验收`,
    ({ pick, topic }) => `从${topic}看行业：${pick.of(['机遇与挑战', '三点体会', '现场笔记', '问题与对策'])}`,
  ],
  notice: [
    ({ topic, year }) => `关于开展${year}年度${topic}工作的通知`,
    ({ pick, topic, year }) => `关于举办${year}年第${pick.between(1, 12)}期${topic}培训班的通知`,
    ({ pick, topic, year }) => `关于${year}年第${pick.between(1, 9)}批${topic}评价结果的公示`,
    ({ pick, topic }) => `关于召开${cityOf(pick)}${topic}技术交流会的通知`,
  ],
  policy: [
    ({ topic }) => `《${topic}管理办法》解读`,
    ({ pick, topic }) => `${cityOf(pick)}关于加强${topic}管理的实施意见`,
    ({ topic, year }) => `${topic}监督管理规定（${year}年修订）`,
  ],
  standard: [
    ({ pick, topic, year }) => `T/CBWA ${pick.between(100, 999)}—${year} ${topic}技术规范`,
    ({ pick, topic, year }) => `GB/T ${pick.between(10_000, 49_999)}—${year} ${topic}通用要求`,
    ({ topic }) => `关于征求《${topic}技术要求》团体标准意见的函`,
  ],
  download: [
    ({ topic, year }) => `${topic}申请表（${year}版）`,
    ({ topic, year }) => `${topic}记录表格（${year}版）`,
    ({ topic }) => `${topic}材料清单与填写说明`,
  ],
}

const figures: ((told: SentenceContext) => string)[] = [
  ({ pick, year }) =>
    `${year}年${pick.between(1, 12)}月${pick.between(1, 28)}日，会议在${cityOf(pick)}召开，来自${pick.between(11, 96)}家单位的${pick.between(101, 480)}名代表参加。`,
  ({ pick, topic }) =>
    `${cityOf(pick)}某厂一台${pick.of([2, 4, 6, 10, 20, 35, 75, 130, 220])} t/h锅炉实施${topic}后，热效率由${pick.between(81, 88)}.${pick.between(0, 9)}%提高到${pick.between(89, 96)}.${pick.between(0, 9)}%。`,
  ({ pick, topic }) =>
    `抽查${topic}样品${pick.between(20, 900)}份，合格率${pick.between(88, 99)}.${pick.between(0, 9)}%，不合格项目主要是给水硬度和pH值。`,
  ({ pick, topic }) => `联系人：${cityOf(pick)}${topic}工作组，电话010-5550${pick.between(1000, 9999)}。`,
]

/** Text length in characters. */
const TEXT_LENGTH = 400

/** An article of about 400 characters: sentences of the trade, with figures, places and years of its own. */
export function makeText(pick: Chance, { sentences, topics }: Language, type: ArticleType, year: number): Text {
  const told = { pick, topic: pick.of(topics), year }
  const title = pick.of(titles[type])(told)
  const paragraphs: string[] = []
  for (let length = 0; length < TEXT_LENGTH; length += paragraphs.at(-1)!.length)
    paragraphs.push(pick.of(sentences) + pick.of(figures)(told) + pick.of(sentences))
  return { title, paragraphs, keywords: [told.topic, pick.of(topics)] }
}
