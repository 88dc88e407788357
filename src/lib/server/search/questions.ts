import { fold } from './fold.ts'
import { runs } from './runs.ts'

/** Words with which people ask and that carry nothing, the longer ones first. */
const QUESTION_WORDS =
  /请问一下|请问|有什么|有哪些|有多少|要什么|要哪些|需要什么|需要哪些|想问|问一下|我们单位|我单位|我们公司|我公司|能不能|可不可以|是不是|有没有|要不要|怎么样|怎么回事|怎么|怎样|如何|为什么|是什么|是哪个|是谁的|什么时候|什么时间|什么样|什么|多长时间|多少钱|多少|多久|几天|几年|在哪里|在哪儿|在哪|哪里|哪儿|哪些|哪个|哪家|是否|可以|需要|应该|必须|关于|以及|我要|我想|我们|你们|要不要|一下|[吗呢吧啊呀么]/gu

/** Verbs of what people want to do: useless as search words, but they show that forms and guides are wanted. */
const ACTION_VERBS = /办理|申请|申报|下载|领取|查询|查看|咨询|提交|填写|办/gu

/** Words in the titles of guides and forms. */
export const GUIDES = ['指南', '流程', '须知', '申请表', '登记表', '报名表', '申报表', '模板', '样本', '办事']

export const wantsToDo = (typed: string) => /办理|申请|申报|下载|怎么办|如何办|流程|表格|填/u.test(fold(typed))

/** Query that is tried, in order, until something is found. */
export type Attempt = { typed: string; isAsTyped: boolean }

/**
 * Returns the queries to try: as typed; without question words; without verbs as well; and the remaining words in any
 * order.
 */
export function attemptsOf(typed: string): Attempt[] {
  const said = fold(typed).replace(QUESTION_WORDS, ' ')
  const things = said.replace(ACTION_VERBS, ' ')
  const words = wordsOf(things)
  const others = [said, things, ...(isMostly(words, things) ? [words.join(' ')] : [])].map(tidy)
  return [
    { typed, isAsTyped: true },
    ...[...new Set(others)]
      .filter(other => other && other !== tidy(fold(typed)))
      .map(typed => ({ typed, isAsTyped: false })),
  ]
}

/** Whether words cover at least 80 % of the text: many characters left over mean a typing mistake. */
const isMostly = (words: string[], text: string) =>
  runs(words.filter(word => [...word].length > 1).join(' ')).flat().length >= 0.8 * runs(text).flat().length

/** Removes question words and verbs from a query. */
export const stripQuestionWords = (typed: string) =>
  tidy(fold(typed).replace(QUESTION_WORDS, ' ').replace(ACTION_VERBS, ' ')) || typed

/** Drops single characters left over between words. */
function tidy(text: string): string {
  const pieces = text.split(/\s+/).filter(piece => runs(piece).length > 0)
  const long = pieces.filter(piece => [...piece].length > 1)
  return (long.length > 0 ? long : pieces).join(' ')
}

const segmenter = new Intl.Segmenter('zh', { granularity: 'word' })

/** Cut by the dictionary: wrong for a search box, good enough where nothing was found as it stands. */
export const wordsOf = (text: string) =>
  [...segmenter.segment(text)].filter(({ isWordLike }) => isWordLike).map(({ segment }) => segment)
