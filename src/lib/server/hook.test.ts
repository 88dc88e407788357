import { expect, test } from 'vitest'
import { hook } from './hook.ts'

test('a hook is what one module has defined', () => {
  const greeting = hook<string>('the greeting')
  expect(greeting.find()).toBeUndefined()
  expect(() => greeting.get()).toThrow('the greeting: defined by no module')
  greeting.define('你好')
  expect([greeting.find(), greeting.get()]).toEqual(['你好', '你好'])
  expect(() => greeting.define('再见')).toThrow('the greeting: defined by two modules')
})
