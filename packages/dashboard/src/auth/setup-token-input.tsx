import { Code, TextInput, type TextInputProps } from '@mantine/core';

export function SetupTokenInput(props: TextInputProps) {
  return (
    <TextInput
      label="Setup token"
      description={
        <>
          Leadline printed a setup link when it started. For a new one, run <Code>leadline setup-token</Code>.
        </>
      }
      autoComplete="off"
      spellCheck={false}
      {...props}
    />
  );
}
