import { expect, test } from 'vitest'
import { isPublicAddress } from './publicAddress.ts'

test.each([
  'http://localhost:3000',
  'http://127.0.0.1:3000',
  'http://[::1]:3000',
  'http://192.168.1.20:3000',
  'http://10.2.3.4',
  'http://172.31.0.9',
  'http://[fd12:3456::1]',
  'http://office-pc:3000',
  'http://demo.localhost',
])('%s is of this machine or this house', url => {
  expect(isPublicAddress(url)).toBe(false)
})

test.each([
  'https://www.example.com',
  'https://localhost',
  'http://www.example.com',
  'http://8.8.8.8:3000',
  'http://172.32.0.9',
  'http://[2001:db8::1]',
])('%s is where everybody may come', url => {
  expect(isPublicAddress(url)).toBe(true)
})
