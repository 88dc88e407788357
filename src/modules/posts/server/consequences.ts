import type { Option } from '#lib/form/form.ts'
import { bodySentences, postSentences } from '../rules.ts'
import type { Body, Post } from './bodies.ts'

const nameOf = (bodies: readonly Body[]) => (id: number) => bodies.find(one => one.id === id)?.name ?? '已删除的机构'

/** The rules of a post, with those of its body. */
export const sentencesOf = (post: Post, bodies: readonly Body[]): string[] => [
  ...postSentences(post.rules, nameOf(bodies)),
  ...bodySentences(bodies.find(({ id }) => id === post.bodyId)?.rules ?? {}),
]

/** What comes with a post by itself, as sentences. */
export function consequencesOf(post: Post, bodies: readonly Body[], levels: readonly Option[]): string[] {
  const body = bodies.find(({ id }) => id === post.bodyId)!
  const level = levels.find(({ code }) => code === String(post.levelCode))
  return [
    post.voteWeight > 0 ? `在${body.name}有席位，表决权 ${post.voteWeight} 票` : `在${body.name}有席位，没有表决权`,
    ...(post.seatBodyIds.length > 0 ? [`同时在${post.seatBodyIds.map(nameOf(bodies)).join('、')}有席位`] : []),
    post.isPublic && body.isPublic ? '列入公开的名单和单位的会员主页' : '不列入公开的名单',
    ...(level ? [`所在单位的会员级别对应“${level.name}”，任命时确认才变更`] : []),
  ]
}
