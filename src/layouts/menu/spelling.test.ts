import { expect, test } from 'vitest'
import { syllablesOf } from '#lib/server/search/pinyin.ts'
import { memberNavigation } from '../../memberNavigation.ts'
import { staffNavigation } from '../../staffNavigation.ts'
import { findEntries } from '../staff/palette/choices.ts'
import { pinyinOf } from './spelling.ts'

test('every name of the menus, and of what is begun there, is found by its pinyin', () => {
  const entries = staffNavigation.flatMap(group => group.entries)
  const own = memberNavigation.flatMap(({ areas }) => areas.flatMap(({ screens }) => screens.map(({ name }) => name)))
  const names = [...own, ...entries.flatMap(({ name, acts = [] }) => [name, ...acts.map(act => act.name)])]
  const unknown = names.flatMap(name => {
    const sounds = syllablesOf(name)
    return [...name].flatMap((char, i) =>
      /\p{Script=Han}/u.test(char) && !pinyinOf(char).includes(sounds[i]!) ? [`${sounds[i]}${char}`] : [],
    )
  })
  expect(unknown).toEqual([])
})

test('screens and acts are found by part of a name, by first letters and by syllables; what is called just so, or begins so, first', () => {
  const titlesOf = (typed: string) =>
    findEntries(staffNavigation, typed).flatMap(({ name, choices }) => choices.map(({ title }) => `${name} ${title}`))
  expect(titlesOf('培训班')).toEqual(['页面 培训班', '操作 新建培训班'])
  expect(titlesOf('xjpxb')).toEqual(['操作 新建培训班'])
  expect(titlesOf('pei xun b')).toEqual(['操作 新建培训班', '页面 培训班'])
  expect(titlesOf('证书')[0]).toBe('页面 证书')
  expect(titlesOf('证书')).toContain('操作 签发证书')
  expect(titlesOf('证书')).toContain('页面 证书版式')
  expect(titlesOf('zzz')).toEqual([])
})
