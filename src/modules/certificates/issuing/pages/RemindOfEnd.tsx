import { WriteToChosen } from '#modules/messages/pages/WriteToChosen.tsx'

const begin = {
  audience: 'expiring',
  title: '请及时办理换证',
  content: '{名称}：{到期证书} 将于 {证书到期日} 到期，请及时办理换证。',
}

type Props = { register: string; ids: readonly number[]; sent: () => void }

/** Reminds those of the rows that are picked out whose certificate ends soon. */
export const RemindOfEnd = (of: Props) => <WriteToChosen {...of} name="提醒换证" begin={begin} />
