import { useEffect, useState } from 'react'
import { clearMessage, onMessage } from '#api/session.ts'
import './message.css'

const SHOWN_MS = 1500
/** A sentence is shown as long as it takes to read it. */
const MS_PER_SIGN = 100

/** The brief dialog of spec.md section 8: a text, no button, 1.5 s; also said in a live region, where it stays. */
export function Message() {
  const [said, setSaid] = useState('')
  const [shown, setShown] = useState(0)
  useEffect(
    () =>
      onMessage(message => {
        setSaid(message)
        setShown(count => count + 1)
      }),
    [],
  )
  const visible = useShownFor(shown, Math.max(SHOWN_MS, said.length * MS_PER_SIGN))
  return (
    <>
      <div className="hidden-text" role="alert">
        {said}
      </div>
      {visible && (
        <div className="message" aria-hidden="true">
          {said}
        </div>
      )}
    </>
  )
}

function useShownFor(shown: number, ms: number) {
  const [visible, setVisible] = useState(false)
  useEffect(() => {
    if (shown === 0) return
    setVisible(true)
    const timer = setTimeout(() => {
      setVisible(false)
      clearMessage()
    }, ms)
    return () => clearTimeout(timer)
  }, [shown, ms])
  return visible
}
