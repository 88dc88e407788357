import { type ComponentProps, type KeyboardEvent, useState } from 'react'
import { fieldId } from '#ui/form/Field.tsx'
import { LightInput } from '#ui/form/light/LightInput.tsx'

/** May be shown, pasted and filled in by a password manager; says when Caps Lock is on. */
export function PasswordField(props: Omit<ComponentProps<typeof LightInput>, 'type' | 'aside' | 'required'>) {
  const [isShown, show] = useState(false)
  const [capsLock, setCapsLock] = useState(false)
  const watch = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'))
  return (
    <>
      <LightInput
        {...props}
        type={isShown ? 'text' : 'password'}
        maxLength={200}
        autoCapitalize="none"
        spellCheck={false}
        required
        onKeyDown={watch}
        onKeyUp={watch}
        onBlur={() => setCapsLock(false)}
        aside={
          <button
            type="button"
            className="button"
            aria-label={`${isShown ? '隐藏' : '显示'}${props.label}`}
            aria-controls={fieldId(props.name)}
            onClick={() => show(!isShown)}
          >
            {isShown ? '隐藏' : '显示'}
          </button>
        }
      />
      <p className="light-status" role="status">
        {capsLock && '大写锁定已打开'}
      </p>
    </>
  )
}
