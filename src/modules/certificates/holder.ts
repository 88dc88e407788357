type Held = { personId?: number | null | undefined; holderName: string; organisationName: string }

/** Whose name is masked: when in doubt it is a person's. */
export const isPersons = (of: Held) => (of.personId ?? null) !== null || of.holderName !== of.organisationName
