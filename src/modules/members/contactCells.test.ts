import { expect, test } from 'vitest'
import { takeContactsApart } from './server/imports/contactCells.ts'

const MORE = [expect.stringContaining('只取第一个')]

test.each([
  [{ liaisonName: '李静' }, {}, []],
  [{ liaisonName: '李静 13900001234' }, { liaisonName: '李静', liaisonMobile: '13900001234' }, []],
  [
    { liaisonName: '联系人：李静（办公室主任）139-0000-1234' },
    { liaisonName: '李静', liaisonPosition: '办公室主任', liaisonMobile: '139-0000-1234' },
    [],
  ],
  [
    { liaisonName: '李静13900001234、王强0571-88001234' },
    { liaisonName: '李静', liaisonMobile: '13900001234', phone: '0571-88001234' },
    MORE,
  ],
  [{ liaisonName: '李静、王强' }, { liaisonName: '李静' }, MORE],
  [
    { liaisonName: '李静', liaisonMobile: '13900001234/0571-88001234' },
    { liaisonMobile: '13900001234', phone: '0571-88001234' },
    [],
  ],
  [{ liaisonName: '李静', phone: '13900001234' }, { liaisonMobile: '13900001234', phone: '' }, []],
  [{ liaisonName: '李静', liaisonMobile: '13900001234 13900001235' }, { liaisonMobile: '13900001234' }, MORE],
  [{ liaisonName: '', phone: '13900001234' }, {}, []],
])('%j is taken apart as %j', (texts, read, notes) => {
  const taken = takeContactsApart(texts as Record<string, string>)
  expect(taken.notes).toEqual(notes)
  const whole = { ...texts, ...taken.texts }
  expect(whole).toEqual({ ...texts, ...read })
})
