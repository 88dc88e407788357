export default function StaffOrganisations() {
  return null
}
