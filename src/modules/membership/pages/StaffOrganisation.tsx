export default function StaffOrganisation() {
  return null
}
