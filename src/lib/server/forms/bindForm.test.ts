import { boolean, date, doublePrecision, integer, jsonb, numeric, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import { defineForm, fieldsIn, optionsOf } from '#lib/form/form.ts'
import { bindForm, elsewhere } from './bindForm.ts'
import { pointInColumns } from './formExceptions.ts'

const colours = { red: '红', blue: '蓝' } as const
const yesOrNo = optionsOf({ yes: '是', no: '否' })
const field = fieldsIn('')
const house = pgTable('house', {
  id: integer().primaryKey(),
  name: text().notNull(),
  fax: text(),
  note: text().notNull().default(''),
  colour: text({ enum: ['red', 'blue', 'green'] }).notNull(),
  rooms: integer(),
  price: numeric({ precision: 12, scale: 2, mode: 'number' }).notNull(),
  builtOn: date(),
  opensAt: timestamp({ withTimezone: true, mode: 'date' }),
  tags: text().array().notNull().default([]),
  isOpen: boolean().notNull().default(false),
  logoId: integer(),
  phoneSealed: text(),
  lng: doublePrecision(),
  lat: doublePrecision(),
  windows: jsonb().$type<{ code: string }[]>().notNull().default([]),
})
const fields = defineForm([
  field('name', '名称', { required: true }),
  field('fax', '传真', { kind: 'phone' }),
  field('note', '说明', { kind: 'paragraph' }),
  field('colour', '颜色', { kind: 'choice', required: true, options: optionsOf(colours) }),
  field('rooms', '房间', { kind: 'number' }),
  field('price', '价格', { kind: 'number', required: true }),
  field('builtOn', '建成', { kind: 'day' }),
  field('opensAt', '开放', { kind: 'moment' }),
  field('tags', '标签', { kind: 'choices', options: optionsOf(colours) }),
  field('isOpen', '开放', { kind: 'choice', options: yesOrNo }),
  field('logo', '标志', { kind: 'picture' }),
  field('phone', '手机', { kind: 'mobile', personal: true }),
  field('point', '位置', { kind: 'point' }),
  field('windows', '窗', { kind: 'rows', columns: [field('code', '代号', { required: true })] }),
  field('people', '住户', { kind: 'rows', columns: [field('name', '姓名')] }),
])
const exceptions = {
  logo: 'logoId',
  phone: {
    read: (row: { phoneSealed: string | null }) => row.phoneSealed?.slice(7),
    write: (phone: string | null) => ({ phoneSealed: phone && `sealed ${phone}` }),
  },
  point: pointInColumns,
  windows: {
    read: (row: { windows: { code: string }[] }) => row.windows,
    write: (rows: { code?: string | null }[] | null) => ({
      windows: (rows ?? []).map(({ code }) => ({ code: code ?? '' })),
    }),
  },
  people: elsewhere,
} as const
const bound = bindForm(fields, house, exceptions).besides({ id: true })

const whole = {
  name: '甲楼',
  fax: '010-55500126',
  note: '临街',
  colour: 'red',
  rooms: 12,
  price: 99.5,
  builtOn: '1998-05-01',
  opensAt: '2026-11-22T09:00:00+08:00',
  tags: ['red', 'blue'],
  isOpen: 'yes',
  logo: 7,
  phone: '13900000001',
  point: { lng: 116.4, lat: 39.9 },
  windows: [{ code: 'A' }],
} as const

test('what a form writes it reads again, every kind of field', () => {
  const row = bound.rowOf({ ...whole, tags: [...whole.tags], windows: [...whole.windows] })
  expect(row).toMatchObject({
    opensAt: new Date('2026-11-22T01:00:00Z'),
    isOpen: true,
    logoId: 7,
    phoneSealed: 'sealed 13900000001',
    lng: 116.4,
  })
  expect(bound.valuesOf({ ...row, id: 1 })).toEqual(whole)
})

test('what a form does not name stays, what it names as null is emptied', () => {
  expect(bound.columnsOf({})).toEqual({})
  const emptied = bound.columnsOf({
    fax: null,
    note: null,
    rooms: null,
    builtOn: '',
    opensAt: null,
    tags: null,
    isOpen: null,
    logo: null,
    point: null,
  })
  expect(emptied).toEqual({
    fax: null,
    note: '',
    rooms: null,
    builtOn: null,
    opensAt: null,
    tags: [],
    isOpen: false,
    logoId: null,
    lng: null,
    lat: null,
  })
})

test('a whole form empties what it does not name, and cannot leave out what its column must have', () => {
  const row = bound.rowOf({ name: '乙楼', colour: 'blue', price: 1 })
  expect(row).toMatchObject({ name: '乙楼', fax: null, note: '', tags: [], isOpen: false, lng: null, windows: [] })
  expect(() => bound.rowOf({ name: '丙楼', price: 1 })).toThrow('colour cannot be empty')
})

test('a whole number is rounded where the column holds no fraction', () => {
  expect(bound.columnsOf({ rooms: 2.6, price: 2.6 })).toEqual({ rooms: 3, price: 2.6 })
})

const beds = defineForm([field('beds', '床', { kind: 'number' })])

// Compile-time test, never executed: the compiler must refuse each of these, and `tsc` fails where one of them
// compiles.
void (() => {
  // @ts-expect-error a field without a place
  bindForm(defineForm([field('fax2', '传真2')]), house, {})
  // @ts-expect-error a column of another type
  bindForm(defineForm([field('rooms', '房间')]), house, {})
  // @ts-expect-error a day in a column of texts
  bindForm(defineForm([field('note', '说明', { kind: 'day' })]), house, {})
  // @ts-expect-error a choice of a code that the column does not know
  bindForm(defineForm([field('colour', '颜色', { kind: 'choice', options: optionsOf({ pink: '粉' }) })]), house, {})
  // @ts-expect-error nothing may be filled in, and the column cannot say so
  bindForm(defineForm([field('price', '价格', { kind: 'number' })]), house, {})
  // @ts-expect-error what is personal is not kept as it is
  bindForm(defineForm([field('fax', '传真', { personal: true })]), house, {})
  // @ts-expect-error HTML has to be cleaned first
  bindForm(defineForm([field('note', '说明', { kind: 'richText' })]), house, {})
  // @ts-expect-error an exception for a field that does not exist
  bindForm(defineForm([field('fax', '传真')]), house, { phax: 'fax' })
  // @ts-expect-error a named column of another type
  bindForm(defineForm([field('telefax', '传真')]), house, { telefax: 'rooms' })
  // @ts-expect-error an exception that reads another type of value
  bindForm(beds, house, { beds: { read: () => '2', write: () => ({}) } })
  // @ts-expect-error an exception that writes a column that does not exist
  bindForm(beds, house, { beds: { read: () => 2, write: () => ({ bed: 2 }) } })
  // @ts-expect-error a column that no field fills
  bindForm(fields, house, exceptions).besides({})
  // @ts-expect-error a column that a field fills, named among the others
  bindForm(fields, house, exceptions).besides({ id: true, fax: true })
  // @ts-expect-error a setting that fields do not have
  field('fax', '传真', { requierd: true })
  // @ts-expect-error the same in a form
  defineForm([{ name: 'fax', label: '传真', section: '', kind: 'phone', requierd: true }])
  // @ts-expect-error a value that the form does not have
  bound.valuesOf({} as typeof house.$inferSelect).fax2
})
