import { useEffect, useRef, useState } from 'react'
import { fetchFile } from '#api/file.ts'
import { releaseLater } from '#api/objectUrl.ts'
import { refusalOf } from '#api/useApi.ts'
import { headersOf, sendFile } from '#modules/training/enrolling/pages/enrolmentCalls.ts'
import { Field } from '#ui/form/Field.tsx'
import { useOnTheWay } from '#ui/form/waiting/onTheWay.ts'
import { Icon } from '#ui/Icon.tsx'
import { PHOTO_RULES } from '../photo.ts'

type Props = {
  name: string
  /** Whose it is. */
  of: string
  value: number | null
  onChange: (id: number | null) => void
  ticket: string | undefined
  error: string | undefined
}

/** A portrait, looked at by the server as soon as it is chosen. */
export function ParticipantPhoto({ name, of, value, onChange, ticket, error }: Props) {
  const [state, setState] = useState<{ busy?: boolean; problem?: string; of?: number; hints?: string[] }>({})
  const [picture, showPicture] = usePicture(value, ticket)
  const stopForm = useOnTheWay(state.busy ? [{ name: `${of}的照片`, failed: false }] : [])
  const input = useRef<HTMLInputElement>(null)
  const send = async (file: File | undefined) => {
    if (!file) return
    setState({ busy: true })
    try {
      const { id, hints } = await sendFile('POST /app/training/photo', file, ticket, {})
      showPicture(id, file)
      onChange(id)
      setState({ of: id, hints })
    } catch (thrown) {
      stopForm()
      setState({ problem: refusalOf(thrown).message })
    } finally {
      input.current!.value = ''
    }
  }
  return (
    <Field
      name={name}
      label="照片"
      required={true}
      hint={PHOTO_RULES}
      error={state.problem ?? (value ? undefined : error)}
    >
      {described => (
        <div className="participant-photo">
          {picture ? (
            <img src={picture} alt={`${of}的照片`} width="90" height="126" />
          ) : (
            <span aria-hidden="true">
              <Icon name="user" size={32} />
              {value ? '已上传' : ''}
            </span>
          )}
          <div>
            <input
              {...described}
              className="light-control"
              ref={input}
              type="file"
              accept="image/jpeg,image/png"
              onChange={event => void send(event.target.files?.[0])}
            />
            <p role="status">
              {state.busy ? '正在上传…' : value && !state.problem ? '照片已上传，可重新选择替换' : ''}
            </p>
            {(state.of === value ? state.hints : undefined)?.map(hint => (
              <p key={hint} className="participant-hint">
                <b>提示</b> {hint}
              </p>
            ))}
          </div>
        </div>
      )}
    </Field>
  )
}

/** The chosen file itself, or what is kept of it. */
function usePicture(id: number | null, ticket: string | undefined) {
  const [shown, setShown] = useState<{ id: number; url: string }>()
  useEffect(() => {
    if (id === null || shown?.id === id) return
    let current = true
    fetchFile('GET /file/{id}', { id, w: '320' }, headersOf(ticket)).then(
      ({ blob }) => {
        if (current) setShown({ id, url: URL.createObjectURL(blob) })
      },
      () => {}, // A picture of before is a courtesy.
    )
    return () => {
      current = false
    }
  }, [id, ticket, shown])
  useEffect(() => () => void (shown && releaseLater(shown.url)), [shown])
  const show = (id: number, file: File) => setShown({ id, url: URL.createObjectURL(file) })
  return [shown && shown.id === id ? shown.url : undefined, show] as const
}
