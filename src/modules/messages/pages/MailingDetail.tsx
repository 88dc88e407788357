import { Modal } from 'antd'
import type { ApiContract } from '#api/contract.ts'
import { useApi } from '#api/useApi.ts'
import type { Output } from '#lib/contract.ts'
import { minute } from '#lib/dates.ts'
import { fileSize } from '#lib/size.ts'
import { Facts } from '#ui/Facts.tsx'
import { States } from '#ui/States.tsx'
import { deliveryStates, outboxStateNames } from '../outboxWords.ts'
import './mailing.css'

type Detail = Output<ApiContract['GET /staff/mailing/detail']>

/** What one message to many said, and what became of it. */
export function MailingDetail({ id, close }: { id: number; close: () => void }) {
  const answer = useApi('GET /staff/mailing/detail', { id })
  return (
    <Modal title={answer.data?.title ?? '群发消息'} open onCancel={close} footer={null}>
      <States answer={answer} lines={6}>
        {of => (
          <>
            <Facts
              facts={[
                ['对象', of.audience],
                ['状态', of.scheduledFor ? `${of.stateName}，定于 ${minute(of.scheduledFor)}` : of.stateName],
                ['站内消息', `通知 ${of.told} / ${of.total} 个账号，${of.read} 个已读`],
                ['短信', of.sms ? inWords(of.texts) : '不发'],
                ['邮件', of.mail ? inWords(of.mails) : '不发'],
                ['附件', of.files.map(({ name, size }) => `${name}（${fileSize(size)}）`).join('、') || '无'],
              ]}
            />
            <p className="mailing-text">{of.content}</p>
            {of.smsText && <p className="mailing-text">短信：{of.smsText}</p>}
          </>
        )}
      </States>
    </Modal>
  )
}

const inWords = (states: Detail['texts']): string =>
  deliveryStates
    .flatMap(state => (states[state] > 0 ? [`${outboxStateNames[state]} ${states[state]} 条`] : []))
    .join('，') || '还没有'
