export const credentialKeyStates = ['signing', 'verifying', 'retired', 'revoked'] as const
export type CredentialKeyState = (typeof credentialKeyStates)[number]
export const credentialKeyStateNames: Record<CredentialKeyState, string> = {
  signing: '签发中',
  verifying: '只供验证',
  retired: '已停止公布',
  revoked: '已作废',
}
