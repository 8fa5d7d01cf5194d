// What each role may do.

import { Table } from '@mantine/core';
import { ROLES } from './roles.ts';

export function RoleTable() {
  return (
    <Table fz="sm" mb="md" maw={760} aria-label="Roles">
      <Table.Thead>
        <Table.Tr>
          <Table.Th w={90}>Role</Table.Th>
          <Table.Th>Can</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {ROLES.map(({ value, label, permissions }) => (
          <Table.Tr key={value}>
            <Table.Th scope="row" fw={500}>
              {label}
            </Table.Th>
            <Table.Td>{permissions}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
