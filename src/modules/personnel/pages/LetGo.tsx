import { useNavigate } from 'react-router'
import { browserApi } from '#api/browser.ts'
import { announce } from '#api/session.ts'
import { refused } from '#api/useApi.ts'
import { dayOf } from '#lib/dates.ts'
import { FormDialog } from '#ui/form/FormDialog.tsx'
import { leaveFields } from '../peopleForm.ts'
import type { OwnPerson } from './PersonFile.tsx'

type Props = { of: OwnPerson; close: () => void; reload: () => void }

/** Somebody leaves: what then lacks people is said before. */
export function LetGo({ of: { id, name, version, ifLeft, since }, close, reload }: Props) {
  const navigate = useNavigate()
  const send = async (form: object) => {
    const { lacks } = await browserApi('POST /person/leave', { id, version, form: { ...form } }).catch(error =>
      refused(error, reload),
    )
    announce(`${name} 已登记离开${lacks.length > 0 ? `，有 ${lacks.length} 张资质证书因此条件不足，请尽快补足` : ''}`)
    navigate('/admin/user/persons')
  }
  return (
    <FormDialog
      title={`登记离开：${name}`}
      fields={leaveFields}
      initial={{ day: dayOf(new Date()) }}
      action="确认离开"
      danger
      send={send}
      close={close}
      intro={
        <>
          <p>
            {since && `${since} 到岗。`}
            离开后不再列入本单位人员，其证书和学时随本人。登记有误时，可用“人员转入”重新列入。
          </p>
          {ifLeft.length > 0 && (
            <ul className="field-error" role="status">
              {ifLeft.map(sentence => (
                <li key={sentence}>{sentence}。</li>
              ))}
            </ul>
          )}
        </>
      }
    />
  )
}
