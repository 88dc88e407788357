import { signAs } from '../signedProtocol.ts'

export const sign = signAs('x-invoice')
