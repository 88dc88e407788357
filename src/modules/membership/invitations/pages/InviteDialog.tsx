import { Button, Input, Modal, Select } from 'antd'
import { useState } from 'react'
import { browserApi } from '#api/browser.ts'
import { toRefusal, useApi } from '#api/useApi.ts'
import { provinces } from '#lib/provinces.ts'
import { Field } from '#ui/form/Field.tsx'
import { Problem } from '#ui/form/Problem.tsx'
import { States } from '#ui/States.tsx'
import { Table } from '#ui/table/Table.tsx'
import { VALIDITY_DAYS, ways } from '../../invitationWords.ts'

type Wanted = { province?: string; members: 'all' | 'only'; chosen?: string }
type How = 'best' | 'letter'

/** `members`: those alone, picked out in the register. */
type Props = { members?: readonly number[]; sent: () => void; close: () => void }

/** Shows whom an act would invite and how they are reached, before it is done. */
export function InviteDialog({ members, sent, close }: Props) {
  const [wanted, setWanted] = useState<Wanted>(
    members ? { members: 'all', chosen: members.join(',') } : { members: 'only' },
  )
  const [way, setWay] = useState<How>('best')
  const [days, setDays] = useState(String(VALIDITY_DAYS.usual))
  const [done, setDone] = useState('')
  const [state, setState] = useState<{ busy: boolean; problem?: string; days?: string }>({ busy: false })
  const answer = useApi('GET /staff/invitation/candidates', wanted)
  const send = async () => {
    setState({ busy: true })
    try {
      const { made, ways: by, left } = await browserApi('POST /staff/invitation/send', { ...wanted, way, days })
      setState({ busy: false })
      setDone(
        `已邀请 ${made} 家：短信 ${by.sms}，邮件 ${by.mail}，信函 ${by.letter}${by.letter ? '（请在列表中选中打印）' : ''}。${left ? `还有 ${left} 家，请再邀请一次。` : ''}`,
      )
      sent()
    } catch (error) {
      const { message, fields } = toRefusal(error)
      setState({ busy: false, problem: message, days: fields?.days })
    }
  }
  if (done)
    return (
      <Modal title="邀请单位开通账号" open onCancel={close} footer={null}>
        <p role="status">{done}</p>
        <Button type="primary" onClick={close}>
          知道了
        </Button>
      </Modal>
    )
  return (
    <Modal title="邀请单位开通账号" open onCancel={close} footer={null} width="min(44rem, 100vw - 1rem)">
      <div className="invite-choices">
        {!members && (
          <>
            <Field name="members" label="邀请谁" required>
              {({ id }) => (
                <Select
                  id={id}
                  value={wanted.members}
                  onChange={members => setWanted({ ...wanted, members })}
                  options={[
                    { value: 'only', label: '会员单位' },
                    { value: 'all', label: '登记在册的全部单位' },
                  ]}
                />
              )}
            </Field>
            <Field name="province" label="地区" required>
              {({ id }) => (
                <Select
                  id={id}
                  showSearch={{ optionFilterProp: 'label' }}
                  value={wanted.province ?? ''}
                  onChange={province => setWanted({ ...wanted, province: province || undefined })}
                  options={[
                    { value: '', label: '全部' },
                    ...provinces.map(({ code, short }) => ({ value: code, label: short })),
                  ]}
                />
              )}
            </Field>
          </>
        )}
        <Field name="way" label="方式" required>
          {({ id }) => (
            <Select
              id={id}
              value={way}
              onChange={setWay}
              options={[
                { value: 'best', label: '有手机发短信，有邮箱发邮件，其余信函' },
                { value: 'letter', label: '一律打印信函' },
              ]}
            />
          )}
        </Field>
        <Field
          name="days"
          label="有效天数"
          required
          error={state.days}
          hint={`${VALIDITY_DAYS.least} 到 ${VALIDITY_DAYS.most} 天`}
        >
          {({ id, 'aria-describedby': described }) => (
            <Input
              id={id}
              aria-describedby={described}
              inputMode="numeric"
              maxLength={3}
              value={days}
              onChange={event => setDays(event.target.value)}
            />
          )}
        </Field>
      </div>
      <States
        answer={answer}
        empty={{
          when: ({ total }) => total === 0,
          title: '没有可以邀请的单位',
          children: '都已有账号，或已有待接受的邀请。',
        }}
      >
        {({ total, ways: by, atOnce, sample }) => (
          <>
            <p role="status">
              共 {total} 家{total > atOnce && `，一次邀请前 ${atOnce} 家`}
              {way === 'best' && `：短信 ${by.sms}，邮件 ${by.mail}，信函 ${by.letter}`}。前几家：
            </p>
            <Table
              caption="将邀请的单位"
              rows={sample}
              columns={[
                { name: '单位', cell: ({ name }) => name },
                { name: '联系人', cell: ({ addressee }) => addressee || '—' },
                {
                  name: '方式',
                  cell: of => (way === 'letter' ? ways.letter : [ways[of.way], of.to].filter(Boolean).join(' ')),
                },
              ]}
            />
            <Problem>{state.problem}</Problem>
            <div className="form-actions">
              <Button type="primary" loading={state.busy} onClick={() => void send()}>
                邀请这 {Math.min(total, atOnce)} 家
              </Button>
              <Button onClick={close}>取消</Button>
            </div>
          </>
        )}
      </States>
    </Modal>
  )
}
