import type { TicketState } from './ticketStates.ts'

export const ticketWords: Record<TicketState | 'over', string> = {
  waiting: '请用微信扫一扫，再在手机上输入这个数字',
  scanned: '已扫描，请在手机上核对并确认',
  confirmed: '已确认',
  used: '已登录',
  unbound: '扫码的微信还没有绑定账号，请先用密码登录，在“账号安全”里绑定',
  refused: '已在手机上取消，或数字输错而作废',
  over: '二维码已过期',
}

/** Whether the state is final. */
export const isFinal = (state: TicketState | 'over'): boolean => ['unbound', 'refused', 'over', 'used'].includes(state)
