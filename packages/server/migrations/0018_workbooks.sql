-- Workbooks (.xlsx) as import files, and whose the imported leads are.

alter table leadline.imports
  -- The size of the workbook. Its chunks have negative numbers and are kept until the import starts, in case somebody
  -- chooses another sheet. `file_bytes` counts the rows of the sheet, which are stored like those of any other file.
  add column workbook_bytes bigint not null default 0,
  -- Leads whose assignee in the file is not a member.
  add column rows_unassigned integer not null default 0;
