import { Button, Checkbox } from 'antd'
import { useState } from 'react'
import type { ApiContract } from '#api/contract.ts'
import { useApi, useSubmit } from '#api/useApi.ts'
import { useMay } from '#layouts/staff/staff.ts'
import type { Output } from '#lib/contract.ts'
import { HolderPicker } from '#modules/certificates/issuing/pages/HolderPicker.tsx'
import { useChanges } from '#modules/members/pages/useChanges.ts'
import { CallReach } from '#ui/act/CallReach.tsx'
import { Empty } from '#ui/Empty.tsx'
import { Form } from '#ui/form/Form.tsx'
import { Problem } from '#ui/form/Problem.tsx'

type Choices = Output<ApiContract['GET /staff/appointment/choices']>
type Props = { choices: Choices; done: (id: number) => void; cancel: () => void }

/** Appoints somebody: says the rules of the post, and what comes with it, before it is done. */
export function AppointmentForm({ choices, done, cancel }: Props) {
  const { fields } = choices
  const kept = useChanges('new-appointment', fields)
  const [organisationId, setOrganisation] = useState<number | null>(null)
  const [changesLevel, changeLevel] = useState(false)
  const mayPick = useMay('staff:members')
  const sending = useSubmit('POST /staff/appointment/save')
  const form = kept.changes
  const post = choices.posts.find(({ id }) => String(id) === form.postId)
  const level = useApi(
    'GET /staff/appointment/level',
    post && organisationId !== null ? { postId: post.id, organisationId } : null,
  )
  const change = post && organisationId !== null ? (level.data?.change ?? null) : null
  const input = { form, organisationId, changesLevel: changesLevel && change !== null }
  const send = async () => {
    const made = await sending.submit(input)
    if (!made) return
    kept.clear()
    done(made.id)
  }
  const leave = () => {
    kept.clear()
    cancel()
  }
  if (!choices.posts.some(({ isOpen }) => isOpen))
    return (
      <section className="desk-card">
        <Empty title="还没有职务">
          <p>先在“组织机构”里给机构设职务和届次。</p>
        </Empty>
      </section>
    )
  return (
    <section className="desk-card">
      <h2>任命</h2>
      <Form
        fields={fields}
        values={form}
        onChange={kept.change}
        errors={sending.fields}
        message={sending.error?.message}
        labelOf={() => '已登记的单位'}
        onSubmit={() => void send()}
      >
        {mayPick && (
          <HolderPicker
            kind="organisation"
            name="organisationId"
            label="已登记的单位"
            hint="个人任职、不代表单位的留空"
            value={organisationId}
            onChange={setOrganisation}
            error={sending.fields.organisationId}
          />
        )}
        {post && <PostWords of={post} />}
        {change && (
          <>
            <Checkbox checked={changesLevel} onChange={({ target }) => changeLevel(target.checked)}>
              同时把单位的会员级别由“{change.from}”变更为“{change.to}”：签发新的会员证书，并告知会员
            </Checkbox>
            {changesLevel && <CallReach call="POST /staff/appointment/save" inputs={[input]} />}
          </>
        )}
        {sending.error && Object.keys(sending.fields).length === 0 && <Problem>{sending.error.message}</Problem>}
        <div className="form-actions">
          <Button type="primary" htmlType="submit" loading={sending.busy}>
            任命
          </Button>
          <Button onClick={leave}>取消</Button>
        </div>
      </Form>
    </section>
  )
}

type Words = { name: string; bodyName: string; sentences: readonly string[]; follows: readonly string[] }

/** The rules of a post, and what comes with it by itself. */
export const PostWords = ({ of: { name, bodyName, sentences, follows } }: { of: Words }) => (
  <div>
    <p>
      任{bodyName}
      {name}以后：{follows.join('；')}。
    </p>
    <p>{sentences.length > 0 ? `任职规则：${sentences.join('；')}。` : '没有任职规则。'}</p>
  </div>
)
