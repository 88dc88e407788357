type Held = { personId?: number | null | undefined; holderName: string; organisationName: string }

/** Decides whether the holder's name is masked: yes when in doubt whether it is a person's. */
export const isHeldByPerson = (of: Held) => (of.personId ?? null) !== null || of.holderName !== of.organisationName
